import { Module } from '@nestjs/common';
import { ForksController } from './forks.controller.js';
import { ForksResolver } from './forks.resolver.js';

@Module({ controllers: [ForksController], providers: [ForksResolver] })
export class ForksModule {}
