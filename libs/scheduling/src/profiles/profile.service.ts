import type { Caller, Database, Transaction } from '#database';
import { isJsonObject } from '#json';
import type { FieldProblem } from '#apimachinery';
import { isPolicy } from '#scheduler';
import { type ClusterAt, writeCluster } from '#cluster';
import { ok, read, refuse, unmet, type Outcome, type WriteConditions } from '#requests';
import type { ClusterMoments, MomentReading } from '#history';
import { importConfiguration, type ConfigurationReport } from './import-configuration.js';
import { hostProblems, type AllowedHosts } from '../extenders/index.js';
import type { ProfileVersion, ProfileWriteOptions, ResolvedProfile, ServedProfile } from './profile.js';
import { profilesAt } from './past-profiles.js';
import { profileVersions, servedProfiles } from './served-profiles.js';
import { dropProfile, findForWrite, writeProfile } from './write-profile.js';
import { resolveGiven, rootOf } from './resolve-profile.js';

/** A write to a profile that is there. */
export interface ProfileTarget extends ProfileWriteOptions {
  readonly name: string;
}

/**
 * Scheduler profiles of clusters: those that serve new runs, by name, and all versions that there ever were. Every
 * change is a change of the cluster's log; the default profile is there until the cluster has one of its name.
 */
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly moments: ClusterMoments,
    /** That extenders of profiles may be on; none unless given. */
    private readonly extenderHosts: AllowedHosts = [],
  ) {}

  /** Those that serve new runs, or did at the moment, by name. */
  list(caller: Caller, which: ClusterAt): Promise<Outcome<readonly ServedProfile[]>> {
    return this.#read(caller, which, async (tx, reading) => ok(await profilesAt(tx, reading)));
  }

  get(caller: Caller, which: ClusterAt, name: string): Promise<Outcome<ServedProfile>> {
    return this.#read(caller, which, async (tx, reading) => {
      const [found] = await profilesAt(tx, reading, name);
      return found === undefined ? refuse({ kind: 'ProfileUnknown', name }) : ok(found);
    });
  }

  /** Every version of a name, the latest first, also when no profile of that name serves any more. */
  versions(caller: Caller, cluster: string, name: string): Promise<Outcome<readonly ProfileVersion[]>> {
    return this.#read(caller, cluster, async (tx, { cluster: row }) => {
      const versions = await profileVersions(tx, row, { name });
      return versions.length === 0 ? refuse({ kind: 'ProfileUnknown', name }) : ok(versions);
    });
  }

  version(
    caller: Caller,
    cluster: string,
    { name, version }: { readonly name: string; readonly version: string },
  ): Promise<Outcome<ProfileVersion>> {
    return this.#read(caller, cluster, async (tx, { cluster: row }) => {
      const found = (await profileVersions(tx, row, { name })).find((one) => String(one.version) === version);
      return found === undefined ? refuse({ kind: 'ProfileVersionNotFound', name, version }) : ok(found);
    });
  }

  /** The version of a digest, hexadecimal; undefined when there is none. */
  byDigest(caller: Caller, cluster: string, digest: string): Promise<Outcome<ProfileVersion | undefined>> {
    return this.#read(caller, cluster, async (tx, { cluster: row }) =>
      ok((await profileVersions(tx, row, { digest })).at(0)),
    );
  }

  /** Makes a profile of the name that it gives itself. One of the default's name stands before the default. */
  async create(
    caller: Caller,
    cluster: string,
    { profile, field, conditions = {}, ...options }: ProfileWriteOptions & { readonly profile: unknown },
  ): Promise<Outcome<ServedProfile>> {
    const given = withProblems(nameMissing(profile ?? {}, field), this.#given(profile ?? {}, field));
    if (given.refused) return given;
    const { schedulerName: name } = given.value.profile;
    return writeCluster(this.database, { caller, cluster, isAside: true, ...options }, async (work) => {
      const before = await findForWrite(work, name);
      const versions = before === undefined ? [] : [String(before.resourceVersion)];
      const failed = unmet(conditions, { what: `profile ${JSON.stringify(name)}`, versions });
      if (failed !== undefined) return failed;
      if (before !== undefined) return refuse({ kind: 'ProfileAlreadyExists', name });
      const written = await writeProfile(work, given.value);
      return ok(() => written().profile);
    });
  }

  /** Replaces a profile. What decides alike is the same version; else it is the next. */
  async update(
    caller: Caller,
    cluster: string,
    { profile, name, field, conditions = {}, ...options }: ProfileTarget & { readonly profile: unknown },
  ): Promise<Outcome<ServedProfile>> {
    const named = withName(profile ?? {}, name);
    const given = withProblems(otherName(named, { name, field }), this.#given(named, field));
    if (given.refused) return given;
    return writeCluster(this.database, { caller, cluster, isAside: true, ...options }, async (work) => {
      const [current] = await servedProfiles(work.tx, work.cluster, name);
      const refusal = unwritable(name, current, conditions);
      if (refusal !== undefined) return refusal;
      const written = await writeProfile(work, given.value);
      return ok(() => written().profile);
    });
  }

  /** New runs do without it from now on; its versions stay. Answers it as it last was. */
  delete(
    caller: Caller,
    cluster: string,
    { name, conditions = {}, ...options }: ProfileTarget,
  ): Promise<Outcome<ServedProfile>> {
    return writeCluster(this.database, { caller, cluster, isAside: true, ...options }, async (work) => {
      const [current] = await servedProfiles(work.tx, work.cluster, name);
      const refusal = unwritable(name, current, conditions);
      if (refusal !== undefined) return refusal;
      const present = await findForWrite(work, name);
      if (present === undefined) return refuse({ kind: 'DefaultProfileKept', name });
      await dropProfile(work, present);
      return ok(() => current as ServedProfile);
    });
  }

  /**
   * Creates or replaces all profiles of a KubeSchedulerConfiguration, or the one of a Policy, or none of them. Profiles
   * that it does not name stay.
   */
  import(
    caller: Caller,
    cluster: string,
    request: ProfileWriteOptions & { readonly configuration: unknown },
  ): Promise<Outcome<ConfigurationReport>> {
    return importConfiguration(this.database, { caller, cluster, ...request, extenderHosts: this.extenderHosts });
  }

  /** A profile, with whom it asks. */
  #given(value: unknown, field: string | undefined): Outcome<ResolvedProfile> {
    const given = resolveGiven(value, field);
    if (given.refused) return given;
    const at = { allowed: this.extenderHosts, at: rootOf(field) };
    return withProblems(hostProblems(given.value.profile.extenders, at), given);
  }

  #read<T>(
    caller: Caller,
    which: ClusterAt,
    fn: (tx: Transaction, reading: MomentReading) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      return opened.refused ? opened : fn(tx, opened.value);
    });
  }
}

function unwritable(
  name: string,
  current: ServedProfile | undefined,
  { match, noneMatch }: WriteConditions,
): Outcome<never> | undefined {
  if (current === undefined) return refuse({ kind: 'ProfileUnknown', name });
  const { resourceVersion } = current;
  if (match !== undefined && !match.includes('*') && !match.includes(resourceVersion))
    return refuse({ kind: 'ProfileModified', name, given: match.join(', '), current: resourceVersion });
  return noneMatch && unmet({ noneMatch }, { what: `profile ${JSON.stringify(name)}`, versions: [resourceVersion] });
}

/**
 * A profile that is made must say its name: the default name is nothing to be taken by oversight. A Policy has no name,
 * and is that of the default scheduler.
 */
function nameMissing(profile: unknown, field: string | undefined): FieldProblem[] {
  if (!isJsonObject(profile) || isPolicy(profile) || (profile['schedulerName'] ?? undefined) !== undefined) return [];
  return [{ field: nameField(field), reason: 'FieldValueRequired', message: 'Required value' }];
}

function otherName(
  profile: unknown,
  { name, field }: { readonly name: string; readonly field: string | undefined },
): FieldProblem[] {
  if (!isJsonObject(profile) || typeof profile['schedulerName'] !== 'string' || profile['schedulerName'] === name)
    return [];
  const message =
    `Invalid value: ${JSON.stringify(profile['schedulerName'])}: the request is ` + `for ${JSON.stringify(name)}`;
  return [{ field: nameField(field), reason: 'FieldValueInvalid', message }];
}

/** A replacement may leave its name to the address. */
function withName(profile: unknown, name: string): unknown {
  return isJsonObject(profile) && (profile['schedulerName'] ?? undefined) === undefined
    ? { ...profile, schedulerName: name }
    : profile;
}

function nameField(field: string | undefined): string {
  return field === undefined ? 'schedulerName' : `${field}.schedulerName`;
}

/** The outcome of reading a profile, with what else is wrong with it before its own problems. */
function withProblems<T>(problems: readonly FieldProblem[], outcome: Outcome<T>): Outcome<T> {
  if (problems.length === 0) return outcome;
  const more = outcome.refused && outcome.refusal.kind === 'ProfileInvalid' ? outcome.refusal.problems : [];
  return refuse({ kind: 'ProfileInvalid', problems: [...problems, ...more] });
}
