import { ownField } from '#json';
import type { Transaction } from '#database';
import {
  defaultStorageClass,
  type AdmissionContext,
  type LimitRange,
  type PriorityClass,
  type RuntimeClass,
  type StorageClass,
} from '#kubernetes';
import type { Manifest } from '#rows';
import type { AdmissionSettings } from './admission-settings.js';
import { readLookedUp } from './looked-up.queries.js';
import { seconds } from './server-fields.js';

/** All that admission needs to know besides the object and what is done with it. */
export type AdmissionLookups = Omit<AdmissionContext, 'operation' | 'old' | 'subresource' | 'onlyTells'>;

/** What objects of a kind are admitted by, beside the labels of their namespace. */
const LOOKED_UP: Readonly<Record<string, readonly string[]>> = {
  Pod: ['LimitRange', 'PriorityClass', 'RuntimeClass'],
  PersistentVolumeClaim: ['LimitRange', 'StorageClass'],
  PriorityClass: ['PriorityClass'],
  ResourceClaim: [],
  ResourceClaimTemplate: [],
};

/** Every kind that another is admitted by. */
export const LOOKED_UP_KINDS: readonly string[] = [...new Set(Object.values(LOOKED_UP).flat())];

/** Where an object is admitted: the settings of its cluster, and the time of the write. */
export interface AdmissionPlace {
  readonly settings: AdmissionSettings;
  readonly at: Date;
}

/** Reads what an object of a kind is admitted by: a cluster has few. Nothing is read for kinds that need nothing. */
export async function readLookups(
  tx: Transaction,
  clusterId: string,
  { kind, namespace, ...place }: AdmissionPlace & { readonly kind: string; readonly namespace: string },
): Promise<AdmissionLookups> {
  const kinds = ownField(LOOKED_UP, kind);
  if (kinds === undefined) return lookupsOf([], place);
  const objects = await readLookedUp(tx, clusterId, { kinds, namespace });
  const own = objects.find((one) => one.kind === 'Namespace');
  return {
    ...lookupsOf(objects, place),
    namespaceLabels: (name) => (name === namespace ? own?.metadata.labels : undefined),
  };
}

/** Lookups over objects that are at hand. */
export function lookupsOf(objects: readonly Manifest[], { settings, at }: AdmissionPlace): AdmissionLookups {
  const priorities = named<PriorityClass>(objects, 'PriorityClass');
  const runtimes = named<RuntimeClass>(objects, 'RuntimeClass');
  const storage = named<StorageClass>(objects, 'StorageClass');
  const globalDefault = lowest([...priorities.values()].filter((one) => one.globalDefault === true));
  const defaultStorage = defaultStorageClass(storage.values());
  const ranges = rangesOf(objects);
  return {
    priorityClass: (name) => priorities.get(name),
    defaultPriorityClass: () => globalDefault,
    runtimeClass: (name) => runtimes.get(name),
    limitRanges: (namespace) => ranges.get(namespace) ?? [],
    storageClass: (name) => storage.get(name),
    defaultStorageClass: () => defaultStorage,
    ...settings,
    now: seconds(at),
  };
}

function named<T>(objects: readonly Manifest[], kind: string): ReadonlyMap<string, T> {
  // They were admitted as objects of their kind.
  return new Map(objects.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one as unknown as T]));
}

/** By namespace, in the order in which they are given. */
function rangesOf(objects: readonly Manifest[]): ReadonlyMap<string, readonly LimitRange[]> {
  const ranges = new Map<string, LimitRange[]>();
  for (const one of objects) {
    if (one.kind !== 'LimitRange') continue;
    const { namespace = '' } = one.metadata;
    ranges.set(namespace, [...(ranges.get(namespace) ?? []), one as unknown as LimitRange]);
  }
  return ranges;
}

/** Of several that are the default by mistake the one of the least value counts. // as the plugin Priority */
function lowest(classes: readonly PriorityClass[]): PriorityClass | undefined {
  return classes.reduce<PriorityClass | undefined>(
    (least, one) => (least === undefined || (one.value ?? 0) < (least.value ?? 0) ? one : least),
    undefined,
  );
}
