import { Module } from '@nestjs/common';
import { RunViewsController } from './run-views.controller.js';
import { CompareRunsResolver, RunDifferencesResolver, RunPartsResolver } from './run-views.resolver.js';

@Module({
  controllers: [RunViewsController],
  providers: [CompareRunsResolver, RunDifferencesResolver, RunPartsResolver],
})
export class RunViewsModule {}
