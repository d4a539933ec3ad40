import { Module } from '@nestjs/common';
import { DecisionsModule } from '../decisions/index.js';
import { PendingController } from './pending.controller.js';
import { PendingPodResolver, PendingResolver } from './pending.resolver.js';

@Module({
  imports: [DecisionsModule],
  controllers: [PendingController],
  providers: [PendingPodResolver, PendingResolver],
})
export class PendingModule {}
