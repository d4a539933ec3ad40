import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import type { Services } from './services.js';

/** What the application is made of. */
export interface AppInput {
  readonly config: Config;
  readonly services: Services;
  readonly logger: Logger;
}

/** The application, ready to listen. */
export async function createApp({ services }: AppInput): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter();
  return NestFactory.create<NestFastifyApplication>(AppModule.of(services.providers), adapter, { logger: false });
}
