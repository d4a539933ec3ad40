import type pg from 'pg';
import { destroy, socketOf } from './client.js';
import { ConnectionLost } from './connection-lost.js';

/** So many looks in a row find nothing that has arrived: what arrives while the thread is busy is read between two. */
const LOOKS = 4;

/**
 * Destroys a connection that owes an answer and sends nothing for so long, in milliseconds: a network may acknowledge
 * what it loses, and `pg` waits for ever. For connections whose statements take less.
 */
export function endWhenSilent(client: pg.ClientBase, silentMs: number): void {
  let bytesRead = -1;
  let silent = 0;
  const looking = setInterval(() => {
    const before = bytesRead;
    ({ bytesRead } = socketOf(client));
    const owesAnswer = (client as unknown as { readonly readyForQuery: boolean }).readyForQuery === false;
    silent = owesAnswer && bytesRead === before ? silent + 1 : 0;
    if (silent < LOOKS) return;
    clearInterval(looking);
    destroy(client, new ConnectionLost(`no answer on the connection for ${silentMs} ms`));
  }, silentMs / LOOKS).unref();
  client.once('end', () => {
    clearInterval(looking);
  });
}
