import type { Transaction } from '#database';
import { compareBytes, DEFAULT_SCHEDULER_NAME } from '#scheduler';
import type { MomentReading } from '#history';
import type { PastObject, PastState } from '#state';
import { PROFILE_KIND, readAuthors } from './present-profile.store.js';
import type { ServedProfile } from './profile.js';
import { listVersions, type KeptVersion } from './profile-version.store.js';
import { builtInProfile } from './resolve-profile.js';
import { keptVersion, servedProfiles, versionNow } from './served-profiles.js';

/**
 * The profiles that serve new runs, or did at the moment that the cluster was opened at, by name; or the one of a name.
 */
export async function profilesAt(tx: Transaction, reading: MomentReading, name?: string): Promise<ServedProfile[]> {
  const state = await reading.wholeState?.();
  return state === undefined ? servedProfiles(tx, reading.cluster, name) : pastProfiles(tx, { reading, state, name });
}

interface Past {
  readonly reading: MomentReading;
  readonly state: PastState;
  readonly name: string | undefined;
}

/** In the versions that they were then, independent of the engine that reads them now. */
async function pastProfiles(
  tx: Transaction,
  { reading: { cluster, point }, state, name }: Past,
): Promise<ServedProfile[]> {
  const kept = await listVersions(tx, cluster.id, name === undefined ? {} : { name });
  const until = point.at ?? cluster.created_at;
  const objects = state.ofKind(PROFILE_KIND).filter((one) => name === undefined || one.name === name);
  const authors = await readAuthors(
    tx,
    cluster.id,
    objects.map(({ resourceVersion }) => resourceVersion),
  );
  const served = objects.map((object): ServedProfile => {
    const author = authors.get(object.resourceVersion);
    const log = {
      resourceVersion: String(object.resourceVersion),
      changedAt: author?.at.toISOString() ?? null,
      changedBy: author?.actor ?? null,
    };
    return { ...keptVersion(versionOf(object, kept)), ...log };
  });
  const wantsDefault = (name ?? DEFAULT_SCHEDULER_NAME) === DEFAULT_SCHEDULER_NAME;
  if (wantsDefault && !served.some((one) => one.name === DEFAULT_SCHEDULER_NAME))
    served.push(
      defaultThen(
        cluster.created_at,
        kept.filter(({ createdAt }) => new Date(createdAt) <= until),
      ),
    );
  return served.sort((a, b) => compareBytes(a.name, b.name));
}

function versionOf(object: PastObject, kept: readonly KeptVersion[]): KeptVersion {
  const { version } = object.stored().object.status as { readonly version: number };
  const found = kept.find((one) => one.name === object.name && one.version === version);
  if (found === undefined) throw new Error(`version ${version} of profile ${object.name} is not there`);
  return found;
}

/** The last version of the default profile that had been used by then, or the first one to come. */
function defaultThen(createdAt: Date, kept: readonly KeptVersion[]): ServedProfile {
  const used = kept.find(
    ({ name, config }) => name === DEFAULT_SCHEDULER_NAME && Object.keys(config.source).length === 0,
  );
  const version =
    used === undefined
      ? versionNow(builtInProfile(), { versions: kept, createdAt: createdAt.toISOString() })
      : keptVersion(used);
  return { ...version, resourceVersion: '0', changedAt: null, changedBy: null };
}
