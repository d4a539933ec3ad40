import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller.js';
import { ChangesResolver } from './changes.resolver.js';

@Module({ controllers: [ChangesController], providers: [ChangesResolver] })
export class ChangesModule {}
