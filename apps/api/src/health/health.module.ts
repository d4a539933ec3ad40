import { Module, type DynamicModule } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({ controllers: [HealthController] })
export class HealthModule {
  static of(ping: () => Promise<void>): DynamicModule {
    return { module: HealthModule, providers: [{ provide: Readiness, useValue: new Readiness(ping) }] };
  }
}
