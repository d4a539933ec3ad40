import type { IncomingMessage } from 'node:http';
import { keyText, newKey, provideAdminKey } from '#access';
import { Database } from '#database';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Identity, SYSTEM } from '../../apps/api/src/ground/caller/index.js';

/** The key of requests that do not say who asks. */
export interface UnsaidKey {
  key: string;
}

/**
 * Gives an application its first key, that of an admin and auditor of the default team. Requests of specs that do not
 * say who asks come with it; those with an `Authorization`, be it empty, say so themselves.
 */
export async function asAdmin(app: NestFastifyApplication): Promise<UnsaidKey> {
  const unsaid = { key: keyText(newKey()) };
  const identity = app.get(Identity);
  if (!identity.authenticator.isOff) await provideAdminKey(app.get(Database), SYSTEM, { given: unsaid.key });
  identity.start();
  const identify = ({ headers }: IncomingMessage): void => {
    headers.authorization ??= `Bearer ${unsaid.key}`;
  };
  app.getHttpServer().prependListener('request', identify).prependListener('upgrade', identify);
  return unsaid;
}
