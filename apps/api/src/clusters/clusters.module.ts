import { Module } from '@nestjs/common';
import { ClustersController } from './clusters.controller.js';

@Module({ controllers: [ClustersController] })
export class ClustersModule {}
