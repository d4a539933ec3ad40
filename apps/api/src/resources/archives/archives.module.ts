import { Module } from '@nestjs/common';
import { ArchivesController } from './archives.controller.js';
import { ArchivesResolver } from './archives.resolver.js';
import { ClusterArchivesController } from './cluster-archives.controller.js';

@Module({ controllers: [ArchivesController, ClusterArchivesController], providers: [ArchivesResolver] })
export class ArchivesModule {}
