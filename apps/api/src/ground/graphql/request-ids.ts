import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

/**
 * The id of the request that is being answered. Apollo formats errors without saying whose they are, and the earliest
 * ones (no body, a forged origin) before there is a context.
 */
@Injectable()
export class RequestIds implements OnModuleInit {
  readonly #current = new AsyncLocalStorage<string>();

  constructor(private readonly adapterHost: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('preHandler', (request, _reply, done) => {
      this.#current.run(request.id, done);
    });
  }

  /** Empty outside of any request. */
  current(): string {
    return this.#current.getStore() ?? '';
  }
}
