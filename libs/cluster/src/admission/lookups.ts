import type { Transaction } from '#database';
import type { AdmissionContext } from '#kubernetes';
import type { Manifest } from '../rows/index.js';
import { readClasses } from './classes.queries.js';

/** What admission looks up: the priority and runtime classes of a cluster, by name. */
export type AdmissionLookups = Pick<AdmissionContext, 'priorityClass' | 'defaultPriorityClass' | 'runtimeClass'>;

/** Reads every priority and runtime class: a cluster has few. Nothing is read for kinds that name none. */
export async function readLookups(tx: Transaction, clusterId: string, kind: string): Promise<AdmissionLookups> {
  return lookupsOf(kind === 'Pod' ? await readClasses(tx, clusterId) : []);
}

/** Lookups over classes that are at hand. */
export function lookupsOf(classes: readonly Manifest[]): AdmissionLookups {
  const named = (kind: string) =>
    new Map(classes.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one]));
  const priorities = named('PriorityClass') as unknown as ReadonlyMap<
    string,
    ReturnType<AdmissionLookups['priorityClass']>
  >;
  const runtimes = named('RuntimeClass') as unknown as ReadonlyMap<
    string,
    ReturnType<AdmissionLookups['runtimeClass']>
  >;
  const globalDefault = [...priorities.values()].find((one) => one?.globalDefault === true);
  return {
    priorityClass: (name) => priorities.get(name),
    defaultPriorityClass: () => globalDefault,
    runtimeClass: (name) => runtimes.get(name),
  };
}
