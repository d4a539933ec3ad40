import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/index.js';
import { RunLoader } from './run.loader.js';
import { RunsController } from './runs.controller.js';
import { RunClusterResolver, RunProgressResolver, SchedulingResolver } from './scheduling.resolver.js';

@Module({
  imports: [ClustersModule],
  controllers: [RunsController],
  providers: [RunClusterResolver, RunLoader, RunProgressResolver, SchedulingResolver],
  exports: [RunLoader],
})
export class SchedulingModule {}
