import { Module } from '@nestjs/common';
import { DecisionReportsController } from './decision-reports.controller.js';
import { DecisionReportsResolver } from './decision-reports.resolver.js';
import { DecisionsController } from './decisions.controller.js';
import { DecisionsResolver, LastDecisionResolver } from './decisions.resolver.js';
import { TraceResolver } from './trace.resolver.js';

@Module({
  controllers: [DecisionsController, DecisionReportsController],
  providers: [DecisionReportsResolver, DecisionsResolver, LastDecisionResolver, TraceResolver],
})
export class DecisionsModule {}
