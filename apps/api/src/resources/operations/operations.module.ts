import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/index.js';
import { OperationLoader } from './operation.loader.js';
import { OperationsController } from './operations.controller.js';
import { OperationsResolver } from './operations.resolver.js';

@Module({
  imports: [ClustersModule],
  controllers: [OperationsController],
  providers: [OperationLoader, OperationsResolver],
  exports: [OperationLoader],
})
export class OperationsModule {}
