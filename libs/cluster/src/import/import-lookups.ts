import type { Transaction } from '#database';
import { isJsonObject } from '#kubernetes';
import { type AdmissionLookups, CLASS_KINDS, lookupsOf, readClasses } from '../admission/index.js';
import type { Manifest } from '../rows/index.js';
import { readStagedKinds } from './staging.store.js';

/** The classes that imported pods may name: those of the cluster, and those anywhere in the input, which win. */
export async function importLookups(tx: Transaction, clusterId: string): Promise<AdmissionLookups> {
  const present = await readClasses(tx, clusterId);
  const staged = (await readStagedKinds(tx, CLASS_KINDS)) as unknown as Manifest[];
  return lookupsOf([...present, ...staged.filter(({ metadata }) => isJsonObject(metadata))]);
}
