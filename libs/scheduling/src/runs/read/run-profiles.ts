import type { Transaction } from '#database';
import { DEFAULT_SCHEDULER_NAME, type Pod } from '#scheduler';
import { ok, type Outcome } from '#requests';
import { knownProfiles, resolveProfile, type ProfileRequest, type ResolvedProfile } from '../../profiles/index.js';

/** Which profile serves which pod of a run. */
export class RunProfiles {
  private constructor(
    private readonly bySchedulerName: ReadonlyMap<string, ResolvedProfile>,
    private readonly forAll: ResolvedProfile | undefined,
  ) {}

  static async read(
    tx: Transaction,
    clusterId: string,
    request: ProfileRequest | undefined,
  ): Promise<Outcome<RunProfiles>> {
    const known = await knownProfiles(tx, clusterId);
    if (request === undefined) return ok(new RunProfiles(known, undefined));
    const resolved = resolveProfile(known, request);
    return resolved.refused ? resolved : ok(new RunProfiles(known, resolved.value));
  }

  /** The profile that stands on the run. */
  get main(): ResolvedProfile {
    return this.forAll ?? this.#named(DEFAULT_SCHEDULER_NAME);
  }

  /** Whether deciding may wait for an external party. */
  get ask(): boolean {
    const all = this.forAll === undefined ? [...this.bySchedulerName.values()] : [this.forAll];
    return all.some(({ profile }) => profile.extenders.length > 0);
  }

  serves(schedulerName: string): boolean {
    return this.forAll !== undefined || this.bySchedulerName.has(schedulerName);
  }

  of(pod: Pod): ResolvedProfile {
    return this.forAll ?? this.#named(pod.spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME);
  }

  #named(schedulerName: string): ResolvedProfile {
    const found = this.bySchedulerName.get(schedulerName);
    if (found === undefined) throw new Error(`no profile serves ${schedulerName}`);
    return found;
  }
}
