import { Module } from '@nestjs/common';
import { RevisionsController } from './revisions.controller.js';
import { RevisionRunResolver, RevisionsResolver } from './revisions.resolver.js';

@Module({ controllers: [RevisionsController], providers: [RevisionRunResolver, RevisionsResolver] })
export class RevisionsModule {}
