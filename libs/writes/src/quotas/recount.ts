import type { Transaction } from '#database';
import { addAmounts, allKinds, type Amounts } from '#kubernetes';
import { chargeOf, evaluatorOf, nothingUsed, type QuotaSpec } from '#api-server';
import { objectsOfKind } from './quota.store.js';

/** What is used of quotas of a namespace by the objects that there are, as rows say: every one of them is read. */
export async function recount(
  tx: Transaction,
  clusterId: string,
  { namespace, specs, at }: { readonly namespace: string; readonly specs: readonly QuotaSpec[]; readonly at: Date },
): Promise<Amounts[]> {
  const used = specs.map(nothingUsed);
  for (const { kind } of allKinds().filter(({ kind }) => specs.some((spec) => isAbout(spec, kind)))) {
    for await (const objects of objectsOfKind(tx, clusterId, { namespace, kind })) {
      for (const object of objects)
        for (const [index, spec] of specs.entries())
          used[index] = addAmounts(used[index] ?? nothingUsed(spec), chargeOf(spec, object, at));
    }
  }
  return used;
}

/** Whether objects of a kind may count in it. */
export function isAbout({ hard = {} }: QuotaSpec, kind: string): boolean {
  const evaluator = evaluatorOf(kind);
  return evaluator !== undefined && Object.keys(hard).some((resource) => evaluator.tracks(resource));
}
