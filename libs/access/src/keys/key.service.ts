import { type Caller, type Role, type Database, type Transaction } from '#database';
import { logAccess } from '../access-log/index.js';
import { ok, refuse, sha256, type Outcome } from '#requests';
import { mayGive } from '../authority.js';
import { ACCESS_TOPIC, listOf, openTeam, sorted, type AccessList, type AccessPage } from '../teams/index.js';
import { keyText, newKey, secretHash, type ApiKeyParts } from './api-key.js';
import { countLiveKeys, findKey, insertKey, listKeys, revokeKey, type KeyRow } from './key.store.js';
import { readAccess } from '../read-access.js';
import { writeAccess } from '../write-access.js';

/** A key that is to be. */
export interface NewKey {
  readonly name: string;
  readonly roles: readonly Role[];
  /** The only cluster that it is good for, by id or name, and of that the only namespace. */
  readonly cluster?: string;
  readonly namespace?: string;
  /** Days until it expires. */
  readonly expiresInDays?: number;
}

/** A key as it may be shown: without anything of its secret. */
export type ShownKey = Omit<KeyRow, 'secretHash'>;

/** A key with its text, which cannot be read later. */
export interface CreatedKey extends ShownKey {
  readonly key: string;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const DEFAULT_DAYS = 90;
/** Of one name: the one that is in use, and the one that replaces it. */
const MOST_OF_A_NAME = 2;

/** The cluster of an id or a name, if the caller of the transaction sees any of it. */
export type FindCluster = (tx: Transaction, idOrName: string) => Promise<{ readonly id: string } | undefined>;

/** Keys of teams: made, shown without their secrets, revoked. */
export class KeyService {
  constructor(
    private readonly database: Database,
    private readonly findCluster: FindCluster,
  ) {}

  create(caller: Caller, team: string, wanted: NewKey): Promise<Outcome<CreatedKey>> {
    return writeAccess(this.database, caller, async (tx) => {
      const opened = await openTeam(tx, team);
      if (opened.refused) return opened;
      mayGive(caller, wanted.roles);
      const cluster = wanted.cluster === undefined ? null : await this.findCluster(tx, wanted.cluster);
      if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: wanted.cluster ?? '' });
      const { id: teamId } = opened.value;
      if ((await countLiveKeys(tx, teamId, wanted.name)) >= MOST_OF_A_NAME)
        return refuse({ kind: 'KeyNameTaken', name: wanted.name });
      const parts = newKey();
      const expiresAt = new Date(tx.now.getTime() + (wanted.expiresInDays ?? DEFAULT_DAYS) * DAY_MS);
      const only = { clusterId: cluster?.id ?? null, namespace: wanted.namespace ?? null };
      const made = await keepKey(tx, parts, { teamId, name: wanted.name, roles: wanted.roles, ...only, expiresAt });
      return ok({ ...made, key: keyText(parts) });
    });
  }

  list(caller: Caller, team: string, { after, pageSize }: AccessPage): Promise<Outcome<AccessList<ShownKey>>> {
    return readAccess(this.database, caller, async (tx) => {
      const opened = await openTeam(tx, team);
      if (opened.refused) return opened;
      const window = { ...(after !== undefined && { after }), limit: pageSize + 1 };
      const found = await listKeys(tx, opened.value.id, window);
      return ok(listOf(found.map(shown), pageSize, ({ id }) => id));
    });
  }

  /** From then on the key is not valid, in every other process within seconds. */
  revoke(caller: Caller, team: string, id: string): Promise<Outcome<ShownKey>> {
    return writeAccess(this.database, caller, async (tx) => {
      const opened = await openTeam(tx, team);
      if (opened.refused) return opened;
      const key = await findKey(tx, id);
      if (key?.teamId !== opened.value.id || key.revokedAt !== null) return refuse({ kind: 'KeyNotFound', key: id });
      await revokeKey(tx, id);
      await logAccess(tx, { action: 'key.revoked', team: key.teamId, details: { key: id, name: key.name } });
      tx.notify(ACCESS_TOPIC, id);
      return ok(shown({ ...key, revokedAt: tx.now }));
    });
  }
}

/** Stores a new key by the hash of its secret, and says so in the log of access. */
export async function keepKey(
  tx: Transaction,
  { id, secret }: ApiKeyParts,
  of: Pick<KeyRow, 'teamId' | 'name' | 'roles' | 'clusterId' | 'namespace' | 'expiresAt'>,
): Promise<ShownKey> {
  const row = { ...of, id, roles: sorted(of.roles), createdAt: tx.at, createdBy: tx.caller.principal };
  await insertKey(tx, { ...row, secretHash: secretHash(secret) });
  const { teamId, name, roles, clusterId: cluster, namespace, expiresAt } = row;
  const secretDigest = Buffer.from(sha256(secretHash(secret))).toString('hex');
  const expires = expiresAt?.toISOString() ?? null;
  const details = { key: id, name, roles, cluster, namespace, expiresAt: expires, secretDigest };
  await logAccess(tx, { action: 'key.created', team: teamId, details });
  return { ...row, lastUsedAt: null, revokedAt: null };
}

function shown({ id, teamId, name, roles, clusterId, namespace, ...times }: KeyRow): ShownKey {
  const { createdAt, createdBy, expiresAt, lastUsedAt, revokedAt } = times;
  return { id, teamId, name, roles, clusterId, namespace, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt };
}
