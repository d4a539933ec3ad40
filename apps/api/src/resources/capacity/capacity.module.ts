import { Module } from '@nestjs/common';
import { CapacityLoader, NodeUsageLoader } from './capacity.loaders.js';
import { CapacityResolver, ResourceQuantityResolver } from './capacity.resolver.js';
import { UtilizationController } from './utilization.controller.js';

@Module({
  controllers: [UtilizationController],
  providers: [CapacityResolver, ResourceQuantityResolver, CapacityLoader, NodeUsageLoader],
  exports: [NodeUsageLoader],
})
export class CapacityModule {}
