import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.js';
import { OverviewResolver } from './overview.resolver.js';

@Module({ controllers: [OverviewController], providers: [OverviewResolver] })
export class OverviewModule {}
