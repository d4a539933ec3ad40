import { Module } from '@nestjs/common';
import { ExportsController } from './exports.controller.js';
import { ImportsController } from './imports.controller.js';

@Module({ controllers: [ImportsController, ExportsController] })
export class ImportsModule {}
