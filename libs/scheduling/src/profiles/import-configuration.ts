import type { Caller, Database } from '#database';
import { readSchedulerConfiguration, type IgnoredField } from '#scheduler';
import { writeCluster, type Answer } from '#cluster';
import { ok, refuse, type Outcome } from '#requests';
import { knownPlugins } from './known-plugins.js';
import { hostProblems, type AllowedHosts } from '../extenders/index.js';
import type { ProfileWriteOptions, ServedProfile } from './profile.js';
import { fieldProblems, inexact, nameProblems, resolved, rootOf } from './resolve-profile.js';
import { writeProfile, type WrittenProfile } from './write-profile.js';

/** What the import of a configuration did. */
export interface ConfigurationReport {
  /** The revision of the cluster that has it. */
  readonly revision: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** As they are now, in the order of the configuration. */
  readonly profiles: readonly ServedProfile[];
  /** Fields that are accepted, as kube-scheduler accepts them, and change nothing here. */
  readonly ignored: readonly IgnoredField[];
}

interface ConfigurationRequest extends ProfileWriteOptions {
  readonly caller: Caller;
  /** Cluster id or name. */
  readonly cluster: string;
  readonly configuration: unknown;
  readonly extenderHosts: AllowedHosts;
}

/** One revision for all of its profiles, or a refusal with all of its problems. */
export async function importConfiguration(
  database: Database,
  { configuration, field, extenderHosts, ...target }: ConfigurationRequest,
): Promise<Outcome<ConfigurationReport>> {
  const unkeepable = inexact(configuration, field);
  if (unkeepable.length > 0) return refuse({ kind: 'ConfigurationInvalid', problems: unkeepable });
  const result = readSchedulerConfiguration(configuration, knownPlugins(), rootOf(field));
  if ('problems' in result) return refuse({ kind: 'ConfigurationInvalid', problems: fieldProblems(result.problems) });
  const { profiles, ignored } = result;
  const list = rootOf(field).child('profiles');
  const problems = [
    ...profiles.flatMap(({ profile }, index) => nameProblems(profile, list.index(index))),
    ...hostProblems(profiles[0]?.profile.extenders ?? [], { allowed: extenderHosts, at: rootOf(field) }),
  ];
  if (problems.length > 0) return refuse({ kind: 'ConfigurationInvalid', problems });
  return writeCluster(database, { ...target, isAside: true }, async (work) => {
    const answers: Answer<WrittenProfile>[] = [];
    for (const { profile, source } of profiles)
      answers.push(await writeProfile(work, resolved(profile, { source, ignored: [] })));
    return ok(() => {
      const written = answers.map((answer) => answer());
      const count = (what: WrittenProfile['change']): number => written.filter(({ change }) => change === what).length;
      const moved = count('unchanged') < written.length ? 1n : 0n;
      return {
        revision: String(BigInt(work.cluster.revision) + moved),
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        profiles: written.map(({ profile }) => profile),
        ignored,
      };
    });
  });
}
