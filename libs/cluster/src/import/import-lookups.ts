import type { Transaction } from '#database';
import { isJsonObject } from '#kubernetes';
import { type AdmissionLookups, lookupsOf, type Manifest } from '../objects/index.js';
import { readStagedKinds } from './staging.store.js';

/** The classes that imported pods may name: those of the cluster, and those anywhere in the input, which win. */
export async function importLookups(tx: Transaction, clusterId: string): Promise<AdmissionLookups> {
  const kinds = ['PriorityClass', 'RuntimeClass'];
  const present = await tx.query<{ manifest: Manifest }>(
    'SELECT manifest FROM objects WHERE cluster_id = $1 AND kind = ANY($2)',
    [clusterId, kinds],
  );
  const staged = (await readStagedKinds(tx, kinds)) as unknown as Manifest[];
  return lookupsOf([...present.map((row) => row.manifest), ...staged.filter(({ metadata }) => isJsonObject(metadata))]);
}
