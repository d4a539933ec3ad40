import { Module } from '@nestjs/common';
import { ForksController } from './forks.controller.js';

@Module({ controllers: [ForksController] })
export class ForksModule {}
