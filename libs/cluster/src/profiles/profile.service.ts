import type { ProfileRef } from '#audit';
import type { Caller, Database, Transaction } from '#database';
import { canonicalBytes } from '#ledger';
import { defaultProfile, readProfile, type Profile } from '#scheduler';
import { sha256 } from '../changes/index.js';
import { findCluster } from '../clusters/index.js';
import { ok, read, refuse, type Outcome } from '../outcome/index.js';
import { engineDigest } from './engine-digest.js';
import { keepProfile, listProfiles, type KnownProfile } from './profile.store.js';

/** A name of a profile that the cluster has used, or one entry of `profiles:` of a KubeSchedulerConfiguration. */
export type ProfileRequest = string | object;

/** A profile that can decide, and what it is known by once a run used it. */
export interface ResolvedProfile {
  readonly profile: Profile;
  readonly digest: Uint8Array;
  /** As it was given: what a later call by name reads again. */
  readonly source: object;
}

const DEFAULT_NAME = 'default-scheduler';

/** Scheduler profiles of clusters. Every cluster has the default one; what a run uses is kept, version by version. */
export class ProfileService {
  constructor(private readonly database: Database) {}

  /** The profiles that a cluster has used, and the default one. */
  list(caller: Caller, cluster: string): Promise<Outcome<readonly KnownProfile[]>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster);
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const known = await listProfiles(tx, row.id, { latestOnly: false });
      const standard = resolved(defaultProfile(), {});
      const digest = Buffer.from(standard.digest).toString('hex');
      if (known.some((one) => one.digest === digest)) return ok(known);
      const config = { source: standard.source, effective: standard.profile.configuration };
      return ok([{ name: DEFAULT_NAME, version: nextVersion(known), digest, config, createdAt: row.created_at.toISOString() }, ...known]);
    });
  }
}

function nextVersion(known: readonly KnownProfile[]): number {
  return Math.max(0, ...known.filter((one) => one.name === DEFAULT_NAME).map((one) => one.version)) + 1;
}

/** The default profile and those that the cluster has used, by schedulerName. */
export async function knownProfiles(tx: Transaction, clusterId: string): Promise<Map<string, ResolvedProfile>> {
  const profiles = new Map([[DEFAULT_NAME, resolved(defaultProfile(), {})]]);
  for (const { name, config } of await listProfiles(tx, clusterId, { latestOnly: true })) {
    const { source } = config as { source: object };
    const result = readProfile(source);
    if ('profile' in result && name !== DEFAULT_NAME) profiles.set(name, resolved(result.profile, source));
  }
  return profiles;
}

/** What a request names, or why it cannot serve. */
export function resolveProfile(known: ReadonlyMap<string, ResolvedProfile>, request: ProfileRequest): Outcome<ResolvedProfile> {
  if (typeof request === 'string') {
    const found = known.get(request);
    return found === undefined ? refuse({ kind: 'ProfileNotFound', name: request, known: [...known.keys()] }) : ok(found);
  }
  const result = readProfile(request);
  if ('profile' in result) return ok(resolved(result.profile, request));
  return refuse({
    kind: 'ProfileInvalid',
    problems: result.problems.map(({ path, reason, message }) => ({ field: path === '' ? 'profile' : `profile.${path}`, reason, message })),
  });
}

/** Notes the use of a profile in the cluster. */
export function useProfile(tx: Transaction, clusterId: string, { profile, digest, source }: ResolvedProfile): Promise<ProfileRef> {
  return keepProfile(tx, clusterId, { name: profile.schedulerName, digest, config: { source, effective: profile.configuration } });
}

function resolved(profile: Profile, source: object): ResolvedProfile {
  const engine = engineDigest().toString('hex');
  return { profile, source, digest: sha256(canonicalBytes({ engine, profile: profile.configuration as unknown as object })) };
}
