import { Module } from '@nestjs/common';
import { ArchivesController } from './archives.controller.js';
import { ClusterArchivesController } from './cluster-archives.controller.js';

@Module({ controllers: [ArchivesController, ClusterArchivesController] })
export class ArchivesModule {}
