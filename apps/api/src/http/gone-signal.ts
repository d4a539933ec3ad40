import type { FastifyReply } from 'fastify';
import { ClientGone } from '../outcome/index.js';

/** Aborted with ClientGone when the client goes away before it has the whole answer. */
export function goneSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new ClientGone());
  });
  return gone.signal;
}
