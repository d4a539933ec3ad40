import 'reflect-metadata';
import { outageReason } from '#database';
import { WatchService } from '#history';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import { GraphqlExplorer, SubscriptionServer } from './graphql/index.js';
import {
  answerOptions,
  discardUnread,
  logRequests,
  parseBodies,
  refuseNul,
  refusePastWrites,
  requestIdOf,
  ServedMethods,
  speaksKubernetes,
  tagEntity,
} from './http/index.js';
import { serveDocs } from './openapi/index.js';
import { ErrorFilter, FaultReport } from './outcome/index.js';
import type { Surroundings } from './surroundings.js';

/** A name in a path may have 253 characters, percent-encoded. */
const MAX_PARAMETER_CHARACTERS = 1_000;
/**
 * Headers may not take longer than this to arrive, and a whole request (an import on a slow line) not longer than that.
 */
const HEADERS_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** Longer than the idle time-outs of common load balancers, so that they close first. */
const KEEP_ALIVE_MS = 75_000;

/** The application, ready to listen. */
export async function createApp(surroundings: Surroundings): Promise<NestFastifyApplication> {
  const { config, logger } = surroundings;
  const methods = new ServedMethods();
  const faults = new FaultReport(logger, outageReason);
  const filter = new ErrorFilter({ faults, speaksKubernetes, methodsOf: (path) => methods.of(path) });
  const adapter = createAdapter(filter);
  const fastify = adapter.getInstance();
  fastify.addHook('onRoute', ({ url, method }) => {
    methods.add(url, [method].flat());
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    done(null, speaksKubernetes(request.url) ? payload : tagEntity(request, reply, payload));
  });
  logRequests(fastify, logger);
  answerOptions(fastify, methods);
  refuseNul(fastify);
  refusePastWrites(fastify);
  discardUnread(fastify);
  parseBodies(fastify, config.importLimitBytes);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.in(surroundings, faults), adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(filter);
  // What is followed has no end of its own, and would keep the server from closing.
  fastify.addHook('preClose', (done) => {
    app.get(WatchService).stop();
    app.get(SubscriptionServer, { strict: false }).stop();
    done();
  });
  if (config.corsOrigins.length > 0) app.enableCors(corsOptions(config.corsOrigins));
  serveDocs(app);
  app.get(GraphqlExplorer).serve(app);
  return app;
}

function createAdapter(filter: ErrorFilter): FastifyAdapter {
  return new FastifyAdapter({
    genReqId: requestIdOf,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Paths that the router cannot read reach no handler, and so no filter of Nest.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      filter.answer(error, request, reply);
    },
  });
}

function corsOptions(origins: readonly string[]): object {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['ETag', 'Idempotent-Replayed', 'Link', 'Location', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
    strictPreflight: false,
    // Answered by answerOptions, with `Allow`.
    preflightContinue: true,
  };
}
