import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/index.js';
import { ComparisonOperations } from './comparison-operations.js';
import { ComparisonsController } from './comparisons.controller.js';
import { ComparisonOfOperationResolver, ComparisonsResolver } from './comparisons.resolver.js';

@Module({
  imports: [OperationsModule],
  controllers: [ComparisonsController],
  providers: [ComparisonOperations, ComparisonOfOperationResolver, ComparisonsResolver],
})
export class ComparisonsModule {}
