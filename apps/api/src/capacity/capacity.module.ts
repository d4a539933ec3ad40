import { Module } from '@nestjs/common';
import { CapacityResolver } from './capacity.resolver.js';

@Module({ providers: [CapacityResolver] })
export class CapacityModule {}
