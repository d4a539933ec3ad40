import { Module } from '@nestjs/common';
import { HeadsController } from './heads.controller.js';
import { HeadsResolver } from './heads.resolver.js';

@Module({ controllers: [HeadsController], providers: [HeadsResolver] })
export class HeadsModule {}
