import type { FastifyReply, FastifyRequest } from 'fastify';
import { speaksKubernetes } from './speaks-kubernetes.js';

/** JSON of an API server ends its line: clients that read events by lines read the answer of one object so too. */
export function endLine({ url }: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string' || payload === '' || payload.endsWith('\n')) return payload;
  const type = String(reply.getHeader('content-type'));
  return type.startsWith('application/json') && speaksKubernetes(url.split('?', 1)[0] ?? '') ? `${payload}\n` : payload;
}
