import { ClustersModule } from '../clusters/index.js';
import { ObjectsModule } from '../objects/index.js';
import { SchedulingModule } from '../scheduling/index.js';
import { Operations } from '../../ground/operation/index.js';
import { getCombinations, getDecision, getNodeSet, getTrace, listDecisions } from './decisions.operations.js';
import { DecisionPartLoader, DecisionsOfLoader } from './decision.loaders.js';
import { DecisionMomentResolver, DecisionObjectsResolver } from './decision-context.resolver.js';
import { PodDecisionsResolver, RunDecisionsResolver } from './decisions-of.resolver.js';
import { DecisionRunResolver, DecisionsResolver, LastDecisionResolver } from './decisions.resolver.js';
import { LastDecisionLoader } from './last-decision.loader.js';
import { REPORTS } from './reports/index.js';
import { TraceLoader } from './trace.loader.js';
import { TraceResolver } from './trace.resolver.js';

@Operations([listDecisions, getDecision, getTrace, ...REPORTS, getCombinations, getNodeSet], {
  imports: [ClustersModule, ObjectsModule, SchedulingModule],
  providers: [
    DecisionMomentResolver,
    DecisionObjectsResolver,
    DecisionPartLoader,
    DecisionRunResolver,
    DecisionsOfLoader,
    PodDecisionsResolver,
    RunDecisionsResolver,
    DecisionsResolver,
    LastDecisionLoader,
    LastDecisionResolver,
    TraceLoader,
    TraceResolver,
  ],
  exports: [LastDecisionLoader],
})
export class DecisionsModule {}
