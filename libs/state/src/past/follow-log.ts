import type { Transaction } from '#database';
import type { Touched } from '#writes';
import { streamChanges } from '../log/index.js';
import type { PastState } from '../objects/index.js';

/** Brings a state to a later position; answers what was touched on the way, each object once. */
export async function followLog(
  tx: Transaction,
  clusterId: string,
  { past, upTo }: { readonly past: PastState; readonly upTo: bigint },
): Promise<readonly Touched[]> {
  const touched = new Map<string, Touched>();
  for await (const changes of streamChanges(tx, clusterId, { after: past.position, upTo }))
    for (const change of changes) {
      past.apply(change);
      const [, op, kind, namespace, name] = change;
      if (op === 'note') continue;
      const key = `${kind}/${namespace}/${name}`;
      touched.set(key, { kind, namespace, name, deleted: op === 'delete' || touched.get(key)?.deleted === true });
    }
  return [...touched.values()];
}
