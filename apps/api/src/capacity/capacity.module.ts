import { Module } from '@nestjs/common';
import { CapacityLoader, NodeUsageLoader } from './capacity.loaders.js';
import { CapacityResolver } from './capacity.resolver.js';

@Module({ providers: [CapacityResolver, CapacityLoader, NodeUsageLoader], exports: [NodeUsageLoader] })
export class CapacityModule {}
