import { Module } from '@nestjs/common';
import { RunsController } from './runs.controller.js';
import { DecisionRunResolver, RunClusterResolver, SchedulingResolver } from './scheduling.resolver.js';

@Module({ controllers: [RunsController], providers: [DecisionRunResolver, RunClusterResolver, SchedulingResolver] })
export class SchedulingModule {}
