import { Module } from '@nestjs/common';
import { QuotasController } from './quotas.controller.js';
import { QuotasResolver } from './quotas.resolver.js';

@Module({ controllers: [QuotasController], providers: [QuotasResolver] })
export class QuotasModule {}
