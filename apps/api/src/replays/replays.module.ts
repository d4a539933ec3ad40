import { Module } from '@nestjs/common';
import { ReplaysController } from './replays.controller.js';
import { ReplaysResolver } from './replays.resolver.js';

@Module({ controllers: [ReplaysController], providers: [ReplaysResolver] })
export class ReplaysModule {}
