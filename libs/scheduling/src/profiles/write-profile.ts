import { sameValue } from '#apimachinery';
import { v7 as uuid } from 'uuid';
import type { Answer, ClusterWrite } from '#cluster';
import { listPresent, manifestOf, type PresentProfile } from './present-profile.store.js';
import type { ResolvedProfile, ServedProfile } from './profile.js';
import { listVersions } from './profile-version.store.js';
import { useProfile } from './resolve-profile.js';
import { servedProfile } from './served-profiles.js';

/** A profile as it is now, and what happened to it. */
export interface WrittenProfile {
  readonly profile: ServedProfile;
  readonly change: 'created' | 'updated' | 'unchanged';
}

/**
 * The profile of that name that the cluster has; the default one, unless the cluster has another, is not among them.
 */
export async function findForWrite({ tx, cluster }: ClusterWrite, name: string): Promise<PresentProfile | undefined> {
  return (await listPresent(tx, cluster.id, name)).at(0);
}

/** Makes a profile what is given: a change of the log, unless it was given exactly like that before. */
export async function writeProfile(work: ClusterWrite, given: ResolvedProfile): Promise<Answer<WrittenProfile>> {
  const { tx, cluster } = work;
  const {
    source,
    profile: { schedulerName: name },
  } = given;
  const before = await findForWrite(work, name);
  const unchanged = before !== undefined && sameValue(before.source, source);
  const present = unchanged ? () => before : await drafted(work, given, before);
  const versions = await listVersions(tx, cluster.id, { name });
  const change = unchanged ? 'unchanged' : before === undefined ? 'created' : 'updated';
  return () => ({ profile: servedProfile(present(), versions), change });
}

/** The profile is gone for new runs; its versions stay. */
export async function dropProfile(work: ClusterWrite, present: PresentProfile): Promise<void> {
  const { tx, cluster } = work;
  const [kept] = (await listVersions(tx, cluster.id, { name: present.name })).filter(
    ({ version }) => version === present.version,
  );
  work.draft.remove(
    manifestOf({ ...identity(present), source: present.source, version: present.version, digest: kept?.digest ?? '' }),
  );
}

async function drafted(
  { tx, cluster, draft }: ClusterWrite,
  given: ResolvedProfile,
  before: PresentProfile | undefined,
): Promise<Answer<PresentProfile>> {
  const { source } = given;
  const { name, version, digest } = await useProfile(tx, cluster.id, given);
  const { uid, createdAt } = before ?? { uid: newUid(draft), createdAt: draft.at.toISOString() };
  const manifest = manifestOf({ name, uid, createdAt, source, version, digest });
  const change = before === undefined ? draft.create(manifest) : draft.update(manifest, before.createdPosition);
  return () => ({
    name,
    uid,
    source,
    version,
    createdAt,
    resourceVersion: String(change.stored.resourceVersion),
    createdPosition: change.stored.createdPosition,
    changedAt: tx.at.toISOString(),
    changedBy: tx.caller.actor,
  });
}

function newUid({ draws, head }: ClusterWrite['draft']): string {
  return head.clock === null ? uuid() : draws.uid();
}

function identity({ name, uid, createdAt }: PresentProfile): Pick<PresentProfile, 'name' | 'uid' | 'createdAt'> {
  return { name, uid, createdAt };
}
