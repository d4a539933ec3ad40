import { duplicate, FieldPath, notSupported, required } from '#apimachinery';
import { DEFAULT_SCHEDULER_NAME } from '../default-profile.js';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import type { Plugin } from '../plugin.js';
import { FieldReader, type IgnoredField } from '../fields/index.js';
import { readExtenders, type Extender } from '../extenders/index.js';
import { checkCommonQueueSort } from './common-queue-sort.js';
import { readComponentSettings } from './component-settings.js';
import { CONFIGURATION_VERSION } from './configuration-version.js';
import { isPolicy, readPolicyFields } from '../policy/index.js';
import type { Profile } from '../profile/index.js';
import { problemsOf, readPercentage, readProfileFields, type ProfileProblem } from './read-profile.js';

const CONFIGURATION_KIND = 'KubeSchedulerConfiguration';

/**
 * A profile of a configuration, and the entry or Policy that it was read from, with its name and the extenders filled
 * in.
 */
export interface ConfiguredProfile {
  readonly profile: Profile;
  readonly source: Readonly<Record<string, unknown>>;
}

/** The profiles of a configuration and what of it changes nothing, or everything that is wrong with it. */
export type ReadConfigurationResult =
  | { readonly profiles: readonly ConfiguredProfile[]; readonly ignored: readonly IgnoredField[] }
  | { readonly problems: readonly ProfileProblem[] };

/**
 * Reads a whole KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1), or a legacy Policy, as kube-scheduler
 * v1.34 decodes, defaults and validates its configuration file, but tells all problems at once, with paths that start
 * at `at`. Without `profiles` it has the default one.
 */
export function readSchedulerConfiguration(
  value: unknown,
  plugins: readonly Plugin[] = IN_TREE_PLUGINS,
  at = FieldPath.root,
): ReadConfigurationResult {
  const reader = new FieldReader(value, at);
  if (isPolicy(value)) return readPolicyFile(reader, value as object);
  checkHeader(reader);
  readComponentSettings(reader);
  readPercentage(reader);
  const profiles = readProfiles(reader, plugins, readExtenders(reader));
  reader.done();
  return reader.problems.length > 0 ? { problems: problemsOf(reader) } : { profiles, ignored: reader.ignored };
}

/** A Policy is the whole configuration of a kube-scheduler v1.20, of one profile. */
function readPolicyFile(reader: FieldReader, value: object): ReadConfigurationResult {
  const profile = readPolicyFields(reader, DEFAULT_SCHEDULER_NAME);
  reader.done();
  if (reader.problems.length > 0) return { problems: problemsOf(reader) };
  return {
    profiles: [{ profile, source: { ...value, schedulerName: profile.schedulerName } }],
    ignored: reader.ignored,
  };
}

/** The file says what it is: nothing else is read for it. */
function checkHeader(reader: FieldReader): void {
  checkWord(reader, 'apiVersion', CONFIGURATION_VERSION);
  checkWord(reader, 'kind', CONFIGURATION_KIND);
}

function checkWord(reader: FieldReader, field: string, wanted: string): void {
  const value = reader.string(field);
  if (value === '' || !reader.has(field)) reader.report(required(reader.at(field)));
  else if (value !== undefined && value !== wanted) reader.report(notSupported(reader.at(field), value, [wanted]));
}

/** Only a single profile may leave its name out. As kube-scheduler v1.34 SetDefaults_KubeSchedulerConfiguration. */
function readProfiles(
  reader: FieldReader,
  plugins: readonly Plugin[],
  extenders: readonly Extender[],
): readonly ConfiguredProfile[] {
  const given = reader.raw('profiles');
  const entries: readonly unknown[] = Array.isArray(given) ? given : [];
  const defaultName = entries.length > 1 ? undefined : DEFAULT_SCHEDULER_NAME;
  const rules = { plugins, extenders, defaultName };
  const profiles = reader.list('profiles', (entry) => readProfileFields(entry, rules));
  // What stands alone says by itself whom it asks.
  const shared = extenders.length === 0 ? {} : { extenders: reader.raw('extenders') };
  const common = reader.has('percentageOfNodesToScore')
    ? { percentageOfNodesToScore: reader.raw('percentageOfNodesToScore') }
    : {};
  if (profiles.length === 0)
    return [
      {
        profile: readProfileFields(new FieldReader({}), rules),
        source: { schedulerName: DEFAULT_SCHEDULER_NAME, ...common, ...shared },
      },
    ];
  checkNames(reader, profiles);
  checkCommonQueueSort(reader, entries);
  return profiles.map((profile, index) => ({
    profile,
    source: { ...common, ...(entries[index] as object), schedulerName: profile.schedulerName, ...shared },
  }));
}

function checkNames(reader: FieldReader, profiles: readonly Profile[]): void {
  const seen = new Map<string, FieldPath>();
  profiles.forEach(({ schedulerName }, index) => {
    const path = reader.at('profiles').index(index).child('schedulerName');
    const before = seen.get(schedulerName);
    if (before !== undefined && schedulerName !== '') reader.report(duplicate(path, before.toString()));
    seen.set(schedulerName, path);
  });
}
