import { Module } from '@nestjs/common';
import { DiffController } from './diff.controller.js';

@Module({ controllers: [DiffController] })
export class DiffModule {}
