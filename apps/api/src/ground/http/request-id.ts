import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { v7 as uuid } from 'uuid';

const ACCEPTED = /^[A-Za-z0-9._:/+=-]{1,128}$/;

const ID_BYTES = 16;
/** Random bytes of ids to come: to ask the system for those of each takes longer than all the rest of an id. */
const drawn = new Uint8Array(ID_BYTES * 256);
let used = drawn.length;

/** The caller's X-Request-Id when it is fit for a log line and a header, a new id otherwise. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : uuid({ random: nextRandom() });
}

function nextRandom(): Uint8Array {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += ID_BYTES;
  return drawn.subarray(used - ID_BYTES, used);
}
