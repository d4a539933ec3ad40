import { Module } from '@nestjs/common';
import { ClusterNodesResolver } from './cluster-nodes.resolver.js';
import { NodesResolver } from './nodes.resolver.js';

@Module({ providers: [ClusterNodesResolver, NodesResolver] })
export class NodesModule {}
