import type { FastifyInstance } from 'fastify';
import { callerOf } from '../caller/index.js';
import { overRate, rateHeaders, type RateLimits } from './rate-limits.js';

/**
 * Counts every request of a face by its caller, before anything else of it is looked at. Probes, metrics, documentation
 * and all other routes that need no key are not counted.
 */
export function limitRates(fastify: FastifyInstance, limits: () => RateLimits): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!/^\/(v1|graphql)(?=[/?]|$)/.test(request.url)) return;
    const caller = callerOf(request);
    if (caller.roles.length === 0) return;
    const allowances = await limits().take(caller);
    void reply.headers(rateHeaders(allowances));
    const refused = overRate(allowances);
    if (refused !== undefined) throw refused;
  });
  // A poller learns that nothing has changed, in the shortest possible answer.
  fastify.addHook('onSend', (_, reply, payload, done) => {
    if (reply.statusCode === 304) for (const name of RATE_HEADERS) reply.removeHeader(name);
    done(null, payload);
  });
}

const RATE_HEADERS = ['ratelimit', 'ratelimit-policy'];
