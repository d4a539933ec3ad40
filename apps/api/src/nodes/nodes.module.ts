import { Module } from '@nestjs/common';
import { CapacityModule } from '../capacity/index.js';
import { ObjectsModule } from '../objects/index.js';
import { ClusterNodesResolver } from './cluster-nodes.resolver.js';
import { NodesResolver } from './nodes.resolver.js';

@Module({ imports: [CapacityModule, ObjectsModule], providers: [ClusterNodesResolver, NodesResolver] })
export class NodesModule {}
