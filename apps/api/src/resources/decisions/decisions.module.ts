import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/index.js';
import { ObjectsModule } from '../objects/index.js';
import { SchedulingModule } from '../scheduling/index.js';
import { CombinationsController } from './combinations.controller.js';
import { DecisionReportsController } from './decision-reports.controller.js';
import { DecisionReportsResolver } from './decision-reports.resolver.js';
import { DecisionsController } from './decisions.controller.js';
import { DecisionPartLoader, DecisionsOfLoader } from './decision.loaders.js';
import { DecisionMomentResolver, DecisionObjectsResolver } from './decision-surroundings.resolver.js';
import { PodDecisionsResolver, RunDecisionsResolver } from './decisions-of.resolver.js';
import { DecisionRunResolver, DecisionsResolver, LastDecisionResolver } from './decisions.resolver.js';
import { LastDecisionLoader } from './last-decision.loader.js';
import { NodeSetsController } from './node-sets.controller.js';
import { TraceLoader } from './trace.loader.js';
import { TraceResolver } from './trace.resolver.js';

@Module({
  imports: [ClustersModule, ObjectsModule, SchedulingModule],
  controllers: [DecisionsController, DecisionReportsController, CombinationsController, NodeSetsController],
  providers: [
    DecisionMomentResolver,
    DecisionObjectsResolver,
    DecisionPartLoader,
    DecisionRunResolver,
    DecisionsOfLoader,
    PodDecisionsResolver,
    RunDecisionsResolver,
    DecisionReportsResolver,
    DecisionsResolver,
    LastDecisionLoader,
    LastDecisionResolver,
    TraceLoader,
    TraceResolver,
  ],
  exports: [LastDecisionLoader],
})
export class DecisionsModule {}
