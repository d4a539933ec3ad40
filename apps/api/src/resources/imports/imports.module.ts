import { Module } from '@nestjs/common';
import { ExportsController } from './exports.controller.js';
import { ImportsController } from './imports.controller.js';
import { ImportsResolver } from './imports.resolver.js';

@Module({ controllers: [ImportsController, ExportsController], providers: [ImportsResolver] })
export class ImportsModule {}
