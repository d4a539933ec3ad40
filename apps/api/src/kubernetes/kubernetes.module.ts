import { Module } from '@nestjs/common';
import { DiscoveryController } from './discovery.controller.js';
import { KubernetesController } from './kubernetes.controller.js';

@Module({ controllers: [DiscoveryController, KubernetesController] })
export class KubernetesModule {}
