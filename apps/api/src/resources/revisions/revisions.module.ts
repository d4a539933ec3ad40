import { Module } from '@nestjs/common';
import { SchedulingModule } from '../scheduling/index.js';
import { RevisionsController } from './revisions.controller.js';
import { RevisionRunResolver, RevisionsResolver } from './revisions.resolver.js';

@Module({
  imports: [SchedulingModule],
  controllers: [RevisionsController],
  providers: [RevisionRunResolver, RevisionsResolver],
})
export class RevisionsModule {}
