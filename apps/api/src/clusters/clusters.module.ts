import { Module } from '@nestjs/common';
import { ClustersController } from './clusters.controller.js';
import { ClustersResolver } from './clusters.resolver.js';

@Module({ controllers: [ClustersController], providers: [ClustersResolver] })
export class ClustersModule {}
