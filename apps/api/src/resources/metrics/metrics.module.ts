import { Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { Scrape } from './scrape.js';

@Module({ controllers: [MetricsController], providers: [Scrape] })
export class MetricsModule {}
