import { Module } from '@nestjs/common';
import { DiscoveryController } from './discovery.controller.js';
import { KubernetesController } from './kubernetes.controller.js';
import { Subresources } from './subresources.js';
import { WatchAnswers } from './watch/index.js';

@Module({ controllers: [DiscoveryController, KubernetesController], providers: [Subresources, WatchAnswers] })
export class KubernetesModule {}
