import { Module } from '@nestjs/common';
import { DiscoveryController } from './discovery.controller.js';
import { KubernetesController } from './kubernetes.controller.js';
import { ReviewsController } from './reviews/index.js';
import { Subresources } from './subresources.js';
import { WatchAnswers } from './watch/index.js';

@Module({
  controllers: [DiscoveryController, ReviewsController, KubernetesController],
  providers: [Subresources, WatchAnswers],
})
export class KubernetesModule {}
