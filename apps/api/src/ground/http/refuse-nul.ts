import type { FastifyInstance } from 'fastify';
import { speaksKubernetes } from './speaks-kubernetes.js';
import { ErrorCode, RequestRefused } from '../outcome/index.js';

/** No name, selector or token has a NUL character, and PostgreSQL has no text with one. */
export function refuseNul(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const problem = hasNul(request.url)
      ? RequestRefused.with(ErrorCode.INVALID_REQUEST, 'the URL must not contain NUL characters')
      : undefined;
    done(problem);
  });
}

/** Of the name of a field manager the Kubernetes API has a rule of its own. */
function hasNul(url: string): boolean {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  if (path.includes('%00')) return true;
  if (!speaksKubernetes(path)) return query.includes('%00');
  return query.split('&').some((parameter) => parameter.includes('%00') && !parameter.startsWith('fieldManager='));
}
