import { DEFAULT_TEAM_ID } from '../teams/index.js';
import { type Caller, type Database } from '#database';
import { isSecret, keyText, newKey, parseKey } from './api-key.js';
import { findKey, hasKeys, lockAdminKey, type KnownKey } from './key.store.js';
import { keepKey } from './key.service.js';

/** What a service begins with: without it, no caller could create the first key. */
const ADMIN = {
  teamId: DEFAULT_TEAM_ID,
  name: 'admin',
  roles: ['admin', 'auditor'],
  clusterId: null,
  namespace: null,
  expiresAt: null,
} as const;

/** What is wrong with the key that the operator gave. */
export class AdminKeyError extends Error {
  override readonly name = 'AdminKeyError';
}

/** Where the first key comes from, and where it goes. */
export interface FirstKey {
  /** The operator's own. */
  readonly given?: string | undefined;
  /** Puts one that was made where its owner finds it: what cannot be put there is not made. */
  readonly keep?: (key: string) => Promise<void>;
}

/**
 * Sees that the service has an admin key. Without `given` a key is made where there is none at all; the answer is its
 * text, to be shown once. A key of the operator's own, `given`, is stored at the first start that has it.
 * @throws AdminKeyError when the given text is no key, or one that does not run the service (any more)
 */
export function provideAdminKey(
  database: Database,
  caller: Caller,
  { given, keep }: FirstKey = {},
): Promise<string | undefined> {
  return database.transaction(caller, async (tx) => {
    // Several processes may start at once: one of them makes it.
    await lockAdminKey(tx);
    if (given === undefined) {
      if (await hasKeys(tx)) return undefined;
      const made = newKey();
      await keepKey(tx, made, ADMIN);
      // Before it is committed: if this key were lost, no caller could create another one.
      await keep?.(keyText(made));
      return keyText(made);
    }
    const parts = parseKey(given);
    if (parts === undefined)
      throw new AdminKeyError('BERTH_ADMIN_KEY is no key: it must be `berth_<id>_<secret>_<checksum>`');
    const known = await findKey(tx, parts.id);
    if (known === undefined) await keepKey(tx, parts, ADMIN);
    else if (!isSecret(parts.secret, known.secretHash))
      throw new AdminKeyError('BERTH_ADMIN_KEY has the id of another key');
    else if (!isGood(known, tx.now))
      throw new AdminKeyError('BERTH_ADMIN_KEY was revoked, has expired, or is not that of an admin of the service');
    return undefined;
  });
}

/** Whether a key runs the service. */
function isGood({ teamId, roles, clusterId, expiresAt, revokedAt }: KnownKey, now: Date): boolean {
  const isOver = revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  return !isOver && teamId === DEFAULT_TEAM_ID && clusterId === null && roles.includes('admin');
}
