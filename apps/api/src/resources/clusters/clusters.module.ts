import { Module } from '@nestjs/common';
import { ClusterLoader } from './cluster.loader.js';
import { ClustersController } from './clusters.controller.js';
import { ClustersResolver } from './clusters.resolver.js';

@Module({ controllers: [ClustersController], providers: [ClustersResolver, ClusterLoader], exports: [ClusterLoader] })
export class ClustersModule {}
