import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.js';
import { ActivityResolver } from './activity.resolver.js';

@Module({ controllers: [ActivityController], providers: [ActivityResolver] })
export class ActivityModule {}
