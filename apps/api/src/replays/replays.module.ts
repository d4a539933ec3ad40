import { Module } from '@nestjs/common';
import { ReplaysController } from './replays.controller.js';

@Module({ controllers: [ReplaysController] })
export class ReplaysModule {}
