import type { ProfileRef } from '#audit';
import type { Transaction } from '#database';
import { exactnessProblems, FieldPath, tooLong, type FieldProblem } from '#apimachinery';
import { canonicalBytes } from '#ledger';
import {
  DEFAULT_SCHEDULER_NAME,
  defaultProfile,
  readProfile,
  type IgnoredField,
  type Profile,
  type ProfileProblem,
} from '#scheduler';
import { sha256, ok, refuse, type Outcome } from '#requests';
import { engineDigest } from './engine-digest.js';
import { knownPlugins } from './known-plugins.js';
import { presentSources } from './present-profile.store.js';
import type { ResolvedProfile } from './profile.js';
import { keepProfile } from './profile-version.store.js';

/**
 * The name of a profile that the cluster has, or one entry of `profiles:` of a KubeSchedulerConfiguration, or a legacy
 * Policy.
 */
export type ProfileRequest = string | object;

/**
 * The profiles that serve new runs, by schedulerName: those that the cluster has, and the default one if it
 * has no other of that name.
 */
export async function knownProfiles(tx: Transaction, clusterId: string): Promise<Map<string, ResolvedProfile>> {
  const profiles = new Map([[DEFAULT_SCHEDULER_NAME, builtInProfile()]]);
  for (const { name, source } of await presentSources(tx, clusterId)) {
    const result = resolveSource(source);
    // A profile that a later engine refuses serves no pod, rather than another profile in its name.
    if (result === undefined) profiles.delete(name);
    else profiles.set(name, result);
  }
  return profiles;
}

/** What a request names, or why it cannot serve. */
export function resolveProfile(
  known: ReadonlyMap<string, ResolvedProfile>,
  request: ProfileRequest,
): Outcome<ResolvedProfile> {
  if (typeof request !== 'string') return resolveGiven(request, 'profile');
  const found = known.get(request);
  return found === undefined ? refuse({ kind: 'ProfileNotFound', name: request, known: [...known.keys()] }) : ok(found);
}

/** A profile that a caller gives, in the field of that name if it is not the whole input. */
export function resolveGiven(value: unknown, field?: string): Outcome<ResolvedProfile> {
  const problems = inexact(value, field);
  if (problems.length > 0) return refuse({ kind: 'ProfileInvalid', problems });
  const result = readProfile(value, knownPlugins(), rootOf(field));
  if ('problems' in result) return refuse({ kind: 'ProfileInvalid', problems: fieldProblems(result.problems) });
  const unkeepable = nameProblems(result.profile, rootOf(field));
  if (unkeepable.length > 0) return refuse({ kind: 'ProfileInvalid', problems: unkeepable });
  return ok(resolved(result.profile, { source: value as object, ignored: result.ignored }));
}

/** kube-scheduler takes names of any length; here they are found by an index, and stand in paths. */
const LONGEST_NAME_BYTES = 253;

/** What is wrong with the name of a profile that is to be stored. */
export function nameProblems({ schedulerName }: Pick<Profile, 'schedulerName'>, at: FieldPath): FieldProblem[] {
  const fits = Buffer.byteLength(schedulerName) <= LONGEST_NAME_BYTES;
  return fits ? [] : [tooLong(at.child('schedulerName'), LONGEST_NAME_BYTES)];
}

/** The profile of a stored source; undefined when this engine refuses it. */
export function resolveSource(source: object): ResolvedProfile | undefined {
  const result = readProfile(source, knownPlugins());
  return 'profile' in result ? resolved(result.profile, { source, ignored: result.ignored }) : undefined;
}

export function builtInProfile(): ResolvedProfile {
  return (builtIn ??= resolved(defaultProfile(), { source: {}, ignored: [] }));
}

/** The same for every run: its digest is over all that it comes to. */
let builtIn: ResolvedProfile | undefined;

/** A profile with the digest over what it comes to and the code that decides with it. */
export function resolved(
  profile: Profile,
  given: { readonly source: object; readonly ignored: readonly IgnoredField[] },
): ResolvedProfile {
  return { profile, ...given, digest: profileDigest(engineDigest().toString('hex'), profile.configuration) };
}

/** What a version is known by: the engine, by its digest in hexadecimal, and what the profile comes to with it. */
export function profileDigest(engine: string, configuration: unknown): Uint8Array {
  return sha256(canonicalBytes({ engine, profile: configuration }));
}

/** Notes that a profile is or was used in the cluster: the version that decisions name. */
export function useProfile(
  tx: Transaction,
  clusterId: string,
  { profile, digest, source }: ResolvedProfile,
): Promise<ProfileRef> {
  return keepProfile(tx, clusterId, {
    name: profile.schedulerName,
    digest,
    config: { source, effective: profile.configuration },
  });
}

/** Where paths start that are about an input, or about one field of it. */
export function rootOf(field: string | undefined): FieldPath {
  return field === undefined ? FieldPath.root : FieldPath.root.child(field);
}

/** What of an input could not be stored as it is. */
export function inexact(value: unknown, field: string | undefined): FieldProblem[] {
  return exactnessProblems(field === undefined ? value : { [field]: value });
}

/** Problems of the scheduler library in the shape that refusals have. */
export function fieldProblems(problems: readonly ProfileProblem[]): FieldProblem[] {
  return problems.map(({ path, ...problem }) => ({ field: path, ...problem }));
}
