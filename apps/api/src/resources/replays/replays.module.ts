import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/index.js';
import { ReplayOperations } from './replay-operations.js';
import { ReplaysController } from './replays.controller.js';
import { ReplayOfOperationResolver, ReplaysResolver } from './replays.resolver.js';

@Module({
  imports: [OperationsModule],
  controllers: [ReplaysController],
  providers: [ReplayOperations, ReplayOfOperationResolver, ReplaysResolver],
})
export class ReplaysModule {}
