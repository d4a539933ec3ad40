import { Module } from '@nestjs/common';
import { DecisionExplainController, ExplainController } from './explain.controller.js';
import { ClusterExplainResolver, DecisionExplainResolver, WhyResolver } from './explain.resolver.js';

@Module({
  controllers: [DecisionExplainController, ExplainController],
  providers: [DecisionExplainResolver, WhyResolver, ClusterExplainResolver],
})
export class ExplainModule {}
