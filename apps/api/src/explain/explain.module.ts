import { Module } from '@nestjs/common';
import { DecisionExplainController, ExplainController } from './explain.controller.js';
import { ClusterExplainResolver, DecisionExplainResolver } from './explain.resolver.js';

@Module({
  controllers: [DecisionExplainController, ExplainController],
  providers: [DecisionExplainResolver, ClusterExplainResolver],
})
export class ExplainModule {}
