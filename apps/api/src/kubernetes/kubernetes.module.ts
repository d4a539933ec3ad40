import { Module } from '@nestjs/common';
import { DiscoveryController } from './discovery.controller.js';
import { KubernetesController } from './kubernetes.controller.js';
import { WatchAnswers } from './watch/index.js';

@Module({ controllers: [DiscoveryController, KubernetesController], providers: [WatchAnswers] })
export class KubernetesModule {}
