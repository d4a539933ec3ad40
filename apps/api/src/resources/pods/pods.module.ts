import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/index.js';
import { ClusterPodsResolver } from './cluster-pods.resolver.js';
import { NodePodsLoader } from './node-pods.loader.js';
import { NodePodsResolver } from './node-pods.resolver.js';
import { PodsResolver } from './pods.resolver.js';

@Module({ imports: [ObjectsModule], providers: [NodePodsLoader, ClusterPodsResolver, NodePodsResolver, PodsResolver] })
export class PodsModule {}
