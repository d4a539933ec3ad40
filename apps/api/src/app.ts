import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import { WatchService } from '#history';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module.js';
import { statusText } from './kubernetes/index.js';
import { authenticateRequests, Identity } from './ground/caller/index.js';
import { GRAPHQL_PATH, GRAPHQL_RULES, GraphqlExplorer, SubscriptionServer } from './ground/graphql/index.js';
import {
  answerOptions,
  canonicalUrl,
  COMPRESSION,
  cutSlowReaders,
  discardUnread,
  logRequests,
  parseBodies,
  refuseNul,
  refuseUnasked,
  requestIdOf,
  ServedMethods,
  speaksKubernetes,
  endLine,
  tagEntity,
  tellsProgress,
  tellSpans,
  unreadableRequest,
} from './ground/http/index.js';
import { createFaults, Instruments } from './boot/instruments.js';
import { Metrics } from './resources/metrics/index.js';
import { serveDocs } from './ground/openapi/index.js';
import { ErrorFilter } from './ground/outcome/index.js';
import {
  OidcSignIn,
  openSessions,
  PageSessions,
  servePage,
  serveSessions,
  serveSignIn,
  withoutSession,
} from './resources/page/index.js';
import { publishedDocument } from './boot/published-document.js';
import { limitRates, RateLimits } from './ground/rate-limits/index.js';
import { ServiceContext, type GivenContext } from './boot/context.js';

/** A name in a path may have 253 characters, percent-encoded. */
const MAX_PARAMETER_CHARACTERS = 1_000;
/** A whole request (an import on a slow line) may not take longer than this to arrive. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** How often it is looked at which requests do not arrive in time. */
const LOOK_MS = 1_000;
/** Longer than the idle time-outs of common load balancers, so that they close first. */
const KEEP_ALIVE_MS = 75_000;

/** The application, ready to listen. */
export async function createApp(given: GivenContext): Promise<NestFastifyApplication> {
  const context = new ServiceContext(given);
  const { config, logger } = context;
  const methods = new ServedMethods();
  const metrics = new Metrics();
  const faults = createFaults(logger);
  const filter = new ErrorFilter({
    faults,
    speaksKubernetes,
    methodsOf: (path) => methods.of(path),
    writeStatus: statusText,
  });
  const adapter = createAdapter(filter, context);
  const fastify = adapter.getInstance();
  fastify.addHook('onRoute', (route) => {
    methods.add(route.url, [route.method].flat());
    if (tellsProgress(route)) route.compress = false;
    if (route.url === GRAPHQL_PATH) route.config = { ...route.config, rules: GRAPHQL_RULES };
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    done(null, endLine(request, reply, tagEntity(request, reply, payload)));
  });
  // On the raw answer: streams are written past the reply.
  fastify.addHook('onRequest', (_, reply, done) => {
    reply.raw.setHeader('x-content-type-options', 'nosniff');
    done();
  });
  tellSpans(fastify);
  logRequests(fastify, logger, (request) => {
    metrics.requestAnswered(request);
  });
  answerOptions(fastify, methods);
  refuseNul(fastify);
  const sessions = new PageSessions(context.secretsKey);
  openSessions(fastify, sessions);
  authenticateRequests(fastify, () => app.get(Identity));
  limitRates(fastify, () => app.get(RateLimits));
  refuseUnasked(fastify);
  discardUnread(fastify);
  cutSlowReaders(fastify, { deadlineMs: config.watchDeadlineMs, logger });
  parseBodies(fastify, { streamBytes: config.importLimitBytes, deadlineMs: config.requestDeadlineMs });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.in(context, new Instruments({ faults, metrics })),
    adapter,
    { logger: false, bodyParser: false, abortOnError: false },
  );
  // Before the routes are made, and behind the hook that tags: a tag is of what is said, not of how it is packed.
  await app.register(compress, COMPRESSION);
  app.useGlobalFilters(filter);
  endFollowing(app);
  if (config.corsOrigins.length > 0) app.enableCors(corsOptions(config.corsOrigins));
  serveDocs(app, () => publishedDocument(app));
  app.get(GraphqlExplorer).serve(app);
  serveSessions(app, sessions);
  const { signIn } = config.auth;
  serveSignIn(app, { signIn: signIn && new OidcSignIn(signIn, context.secretsKey), sessions, logger });
  servePage(app);
  return app;
}

/** What is followed has no end of its own, and would keep the server from closing. */
function endFollowing(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preClose', (done) => {
      app.get(WatchService).stop();
      app.get(SubscriptionServer, { strict: false }).stop();
      done();
    });
}

function createAdapter(
  filter: ErrorFilter,
  { config: { requestDeadlineMs }, logger }: Pick<ServiceContext, 'config' | 'logger'>,
): FastifyAdapter {
  return new FastifyAdapter({
    genReqId: requestIdOf,
    rewriteUrl: (request: IncomingMessage) => withoutSession(canonicalUrl(request), request),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: Math.max(REQUEST_TIMEOUT_MS, requestDeadlineMs),
    http: { headersTimeout: requestDeadlineMs, connectionsCheckingInterval: LOOK_MS },
    clientErrorHandler: unreadableRequest(logger),
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
    exposedHeaders: [
      'ETag',
      'Idempotent-Replayed',
      'Link',
      'Location',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Request-Id',
    ],
    maxAge: 600,
    strictPreflight: false,
    // Answered by answerOptions, with `Allow`.
    preflightContinue: true,
  };
}
