import { allKinds } from '#kubernetes';
import { didYouMean } from '#apimachinery';
import { UsageError } from '../exit.js';

/** What is listed and watched. */
export interface MirroredKind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly group: string;
  readonly plural: string;
  /** Below the server of the API. */
  readonly path: string;
  /** Which objects of the kind; all of them unless given. */
  readonly fieldSelector?: string;
}

/** What placement reads, and first what others refer to. Of Events those that say why pods wait. */
const DEFAULT: readonly string[] = [
  ...['namespaces', 'priorityclasses', 'runtimeclasses', 'limitranges', 'resourcequotas', 'storageclasses'],
  ...['csidrivers', 'nodes', 'csinodes', 'csistoragecapacities', 'persistentvolumes', 'persistentvolumeclaims'],
  ...['volumeattachments', 'replicasets', 'statefulsets', 'replicationcontrollers', 'services'],
  ...['poddisruptionbudgets', 'pods', 'events'],
];

const NARROWED: ReadonlyMap<string, string> = new Map([['events', 'reason=FailedScheduling']]);

/**
 * The kinds that are followed: by their plurals, `default` for what placement reads, `all` for every kind that Berth
 * keeps; `events` in the default are those that say why pods wait. @throws UsageError for one that is not kept
 */
export function mirroredKinds(given: readonly string[] = ['default']): readonly MirroredKind[] {
  const asked = given.flatMap((word) => word.split(',')).filter((word) => word !== '');
  const plurals = new Map(allKinds().map((one) => [one.plural, one]));
  const own = asked.filter((word) => word !== 'default' && word !== 'all');
  for (const word of own) {
    if (plurals.has(word)) continue;
    const near = didYouMean(word, [...plurals.keys()]);
    throw new UsageError(`Berth keeps no kind ${word}${near === '' ? ': name its plural, as pods' : near}`);
  }
  const names = [
    ...(asked.includes('default') ? DEFAULT : []),
    ...own,
    ...(asked.includes('all') ? plurals.keys() : []),
  ];
  // In the order of the default list, which puts first what others refer to.
  return [...new Set([...DEFAULT, ...plurals.keys()])]
    .filter((name) => names.includes(name))
    .flatMap((plural) => {
      const one = plurals.get(plural);
      if (one === undefined) return [];
      const { kind, apiVersion } = one;
      const isWhole = own.includes(plural) || asked.includes('all');
      const fieldSelector = isWhole ? undefined : NARROWED.get(plural);
      const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
      const path = group === '' ? `/api/${apiVersion}/${plural}` : `/apis/${apiVersion}/${plural}`;
      return [{ kind, apiVersion, group, plural, path, ...(fieldSelector !== undefined && { fieldSelector }) }];
    });
}

/** The ClusterRole that suffices to follow these kinds, as YAML. */
export function clusterRole(kinds: readonly MirroredKind[]): string {
  const groups = new Map<string, string[]>();
  for (const { group, plural } of kinds) groups.set(group, [...(groups.get(group) ?? []), plural]);
  const rules = [...groups].map(
    ([group, plurals]) =>
      `- apiGroups: ["${group}"]\n  resources: [${plurals.sort().join(', ')}]\n  verbs: [get, list, watch]`,
  );
  return [
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    'metadata: {name: berth-mirror}',
    'rules:',
    ...rules,
  ].join('\n');
}
