import type { ProfileRef } from '#audit';
import type { Caller, Database, Transaction } from '#database';
import { useProfile, type ResolvedProfile } from '../../profiles/index.js';

/** The profiles of a part, as the cluster knows them. */
export type ProfileRefs = ReadonlyMap<ResolvedProfile, ProfileRef>;

/** Entries at most: a process that serves so many profiles asks again. */
const CAPACITY = 10_000;

/**
 * The versions that profiles have in clusters. A version never goes and never changes, so a process that has seen one
 * committed need not ask for it again: a run of one pod would otherwise spend a transaction on it.
 */
export class UsedProfiles {
  readonly #known = new Map<string, ProfileRef>();

  constructor(private readonly database: Database) {}

  /** Those of the profiles, if all of them were seen committed. */
  known(clusterId: string, profiles: ReadonlySet<ResolvedProfile>): ProfileRefs | undefined {
    const known = new Map(
      [...profiles].flatMap((profile) => {
        const ref = this.#known.get(keyOf(clusterId, profile));
        return ref === undefined ? [] : [[profile, ref] as const];
      }),
    );
    return known.size === profiles.size ? known : undefined;
  }

  /**
   * Each in a transaction of its own where one is new: a row that others want too must not be held
   * while a head is waited for, or another such row.
   */
  async note(caller: Caller, clusterId: string, profiles: ReadonlySet<ResolvedProfile>): Promise<ProfileRefs> {
    const known = this.known(clusterId, profiles);
    if (known !== undefined) return known;
    const noted = new Map<ResolvedProfile, ProfileRef>();
    for (const profile of profiles)
      noted.set(profile, await this.database.transaction(caller, (tx) => useProfile(tx, clusterId, profile)));
    if (this.#known.size > CAPACITY) this.#known.clear();
    for (const [profile, ref] of noted) this.#known.set(keyOf(clusterId, profile), ref);
    return noted;
  }
}

/** The same in the caller's transaction. */
export async function noteProfiles(
  tx: Transaction,
  clusterId: string,
  profiles: ReadonlySet<ResolvedProfile>,
): Promise<ProfileRefs> {
  const refs = new Map<ResolvedProfile, ProfileRef>();
  for (const profile of profiles) refs.set(profile, await useProfile(tx, clusterId, profile));
  return refs;
}

function keyOf(clusterId: string, { digest }: ResolvedProfile): string {
  return `${clusterId} ${Buffer.from(digest).toString('hex')}`;
}
