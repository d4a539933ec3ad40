import { Module } from '@nestjs/common';
import { ExportFilesController } from './export-files.controller.js';

@Module({ controllers: [ExportFilesController] })
export class ExportFilesModule {}
