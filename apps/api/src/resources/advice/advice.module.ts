import { Module } from '@nestjs/common';
import { AdviceController } from './advice.controller.js';
import { AdviceResolver } from './advice.resolver.js';

@Module({ controllers: [AdviceController], providers: [AdviceResolver] })
export class AdviceModule {}
