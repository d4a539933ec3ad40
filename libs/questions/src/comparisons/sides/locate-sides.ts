import { ok, refuse, type Outcome } from '#requests';
import { type LocatedCluster } from '#cluster';
import type { Transaction } from '#database';
import { locateCluster } from '#history';
import { DEFAULT_SCHEDULER_NAME, type Pod, type Profile } from '#scheduler';
import { findRun, RunProfiles, type Run } from '#scheduling';
import type { ComparedSide, ComparisonRequest, SideRequest } from '../comparison.js';

/** Where a side is, and what decides there. */
export interface LocatedSide {
  readonly located: LocatedCluster;
  readonly profiles: SideProfiles;
}

/** What is compared, found and not read yet. */
export interface LocatedComparison {
  /** The cluster whose pods are compared, where the first of them is tried. */
  readonly located: LocatedCluster;
  readonly a: LocatedSide;
  readonly b: LocatedSide;
  /** The run whose pods they are, where they are a run's. */
  readonly run: Run | undefined;
}

/** The profiles of a side. Extenders are not asked: what they would say is of the present, and theirs. */
export class SideProfiles {
  readonly unasked = new Set<string>();
  readonly #alone = new Map<string, Profile>();

  constructor(
    private readonly profiles: RunProfiles,
    /** The one that all pods go by; null where each has its own. */
    readonly name: string | null,
  ) {}

  /** Undefined for a pod that none of them serves. */
  of(pod: Pod): Profile | undefined {
    const schedulerName = pod.spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME;
    if (!this.profiles.serves(schedulerName)) return undefined;
    const known = this.#alone.get(schedulerName);
    if (known !== undefined) return known;
    const { profile } = this.profiles.of(pod);
    for (const { name } of profile.extenders) this.unasked.add(name);
    const alone = profile.extenders.length === 0 ? profile : { ...profile, extenders: [] };
    this.#alone.set(schedulerName, alone);
    return alone;
  }
}

/** Finds all that a comparison is about, or says what is not there. */
export async function locateSides(
  tx: Transaction,
  { cluster, of, a, b }: Pick<ComparisonRequest, 'cluster' | 'of' | 'a' | 'b'>,
): Promise<Outcome<LocatedComparison>> {
  const present = await locateCluster(tx, cluster);
  if (present.refused) return present;
  const { id } = present.value.cluster;
  const run = 'run' in of && UUID.test(of.run) ? await findRun(tx, id, of.run) : undefined;
  if ('run' in of && run === undefined) return refuse({ kind: 'RunNotFound', run: of.run });
  const at = run === undefined ? momentOf(of) : `revision:${run.baseRevision}`;
  const located = at === undefined ? present : await locateCluster(tx, { cluster: id, at });
  if (located.refused) return located;
  const sideA = await locateSide(tx, located.value, a);
  if (sideA.refused) return sideA;
  const sideB = await locateSide(tx, located.value, b);
  return sideB.refused ? sideB : ok({ located: located.value, a: sideA.value, b: sideB.value, run });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function momentOf(of: ComparisonRequest['of']): string | undefined {
  if ('since' in of) return of.since;
  return 'pods' in of ? of.at : undefined;
}

/** Another cluster is read as it is now. */
async function locateSide(
  tx: Transaction,
  own: LocatedCluster,
  { cluster, profile }: SideRequest,
): Promise<Outcome<LocatedSide>> {
  const found = cluster === undefined ? ok(own) : await locateCluster(tx, cluster);
  if (found.refused) return found;
  const located = found.value.cluster.id === own.cluster.id ? own : found.value;
  const profiles = await RunProfiles.read(tx, located.cluster.id, profile);
  if (profiles.refused) return profiles;
  const name = profile === undefined ? null : profiles.value.main.profile.schedulerName;
  return ok({ located, profiles: new SideProfiles(profiles.value, name) });
}

/** The side as it is reported. */
export function comparedSide({ located, profiles }: LocatedSide): ComparedSide {
  return {
    cluster: located.cluster.id,
    position: String(located.point.position),
    profile: profiles.name,
    unaskedExtenders: [...profiles.unasked].sort(),
  };
}
