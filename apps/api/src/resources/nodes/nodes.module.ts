import { Module } from '@nestjs/common';
import { CapacityModule } from '../capacity/index.js';
import { ObjectsModule } from '../objects/index.js';
import { ClusterNodesResolver } from './cluster-nodes.resolver.js';
import { NodeColumnsController } from './node-columns.controller.js';
import { NodesResolver } from './nodes.resolver.js';

@Module({
  imports: [CapacityModule, ObjectsModule],
  controllers: [NodeColumnsController],
  providers: [ClusterNodesResolver, NodesResolver],
})
export class NodesModule {}
