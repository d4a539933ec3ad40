import type { Transaction } from '#database';
import { compareBytes, DEFAULT_SCHEDULER_NAME } from '#scheduler';
import type { ClusterRow } from '#cluster';
import { engineDigest, engineVersion } from './engine-digest.js';
import { listPresent, type PresentProfile } from './present-profile.store.js';
import type { ProfileVersion, ResolvedProfile, ServedProfile } from './profile.js';
import { listVersions, type KeptVersion, type VersionSelection } from './profile-version.store.js';
import { policyMapping } from './policy-mapping.js';
import { builtInProfile, resolveSource } from './resolve-profile.js';

type Cluster = Pick<ClusterRow, 'id' | 'created_at'>;

/** The profiles that serve new runs, by name; or the one of a name. */
export async function servedProfiles(tx: Transaction, cluster: Cluster, name?: string): Promise<ServedProfile[]> {
  const versions = await listVersions(tx, cluster.id, name === undefined ? {} : { name });
  const served = (await listPresent(tx, cluster.id, name)).map((present) => servedProfile(present, versions));
  const wantsDefault = (name ?? DEFAULT_SCHEDULER_NAME) === DEFAULT_SCHEDULER_NAME;
  if (wantsDefault && !served.some((one) => one.name === DEFAULT_SCHEDULER_NAME))
    served.push(servedDefault(cluster, versions));
  return served.sort((a, b) => compareBytes(a.name, b.name));
}

/**
 * Every version of a name (or of all names), the latest first. A profile that serves has one before its first run too:
 * the version that run will name.
 */
export async function profileVersions(
  tx: Transaction,
  cluster: Cluster,
  selection: VersionSelection = {},
): Promise<ProfileVersion[]> {
  const kept = (await listVersions(tx, cluster.id, selection)).map(keptVersion);
  const coming = (await servedProfiles(tx, cluster, selection.name)).filter(
    ({ digest }) => !kept.some((one) => one.digest === digest) && (selection.digest ?? digest) === digest,
  );
  return [...kept, ...coming.map(versionOf)].sort((a, b) => compareBytes(a.name, b.name) || b.version - a.version);
}

/** A profile that the cluster has, as this engine reads it: another engine makes it another version when it is used. */
export function servedProfile(
  { source, resourceVersion, changedAt, changedBy, ...present }: PresentProfile,
  versions: readonly KeptVersion[],
): ServedProfile {
  const log = { resourceVersion, changedAt, changedBy };
  const resolved = resolveSource(source);
  if (resolved !== undefined)
    return { ...versionNow(resolved, { versions, createdAt: changedAt ?? present.createdAt }), ...log };
  const kept = versions.find(({ name, version }) => name === present.name && version === present.version);
  if (kept === undefined) throw new Error(`version ${present.version} of profile ${present.name} is not there`);
  return { ...keptVersion(kept), ...log };
}

function servedDefault({ created_at }: Cluster, versions: readonly KeptVersion[]): ServedProfile {
  const version = versionNow(builtInProfile(), { versions, createdAt: created_at.toISOString() });
  return { ...version, resourceVersion: '0', changedAt: null, changedBy: null };
}

interface Known {
  readonly versions: readonly KeptVersion[];
  /** Stands for a version that is still to be stored. */
  readonly createdAt: string;
}

/** The version that a profile is, or the next one of its name. */
export function versionNow(
  { profile, source, ignored, digest: bytes }: ResolvedProfile,
  { versions, createdAt }: Known,
): ProfileVersion {
  const { schedulerName: name, configuration } = profile;
  const digest = Buffer.from(bytes).toString('hex');
  const kept = versions.find((one) => one.digest === digest);
  const next = Math.max(0, ...versions.filter((one) => one.name === name).map(({ version }) => version)) + 1;
  const engine = { digest: engineDigest().toString('hex'), version: engineVersion() };
  return {
    name,
    version: kept?.version ?? next,
    digest,
    config: { source, effective: configuration },
    ignored,
    mapping: policyMapping(profile),
    createdAt: kept?.createdAt ?? createdAt,
    engine,
  };
}

/** A version as it was stored. */
export function keptVersion(kept: KeptVersion): ProfileVersion {
  const { ignored = [], profile } = resolveSource(kept.config.source) ?? {};
  return { ...kept, ignored, mapping: profile === undefined ? null : policyMapping(profile) };
}

function versionOf({ resourceVersion: _, changedAt: _at, changedBy: _by, ...version }: ServedProfile): ProfileVersion {
  return version;
}
