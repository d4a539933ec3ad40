import { Module } from '@nestjs/common';
import { RefusalsController } from './refusals.controller.js';
import { RefusalsResolver } from './refusals.resolver.js';

@Module({ controllers: [RefusalsController], providers: [RefusalsResolver] })
export class RefusalsModule {}
