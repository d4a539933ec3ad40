import type { IncomingMessage } from 'node:http';
import { v7 as uuid } from 'uuid';

const ACCEPTED = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/** The caller's X-Request-Id when it is fit for a log line and a header, a new id otherwise. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : uuid();
}
