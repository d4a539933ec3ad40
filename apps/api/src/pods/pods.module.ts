import { Module } from '@nestjs/common';
import { ClusterPodsResolver } from './cluster-pods.resolver.js';
import { NodePodsResolver } from './node-pods.resolver.js';
import { PodsResolver } from './pods.resolver.js';

@Module({ providers: [ClusterPodsResolver, NodePodsResolver, PodsResolver] })
export class PodsModule {}
