import type { Transaction } from '#database';
import { admit } from '#kubernetes';
import type { Manifest } from '#rows';
import { type AdmissionLookups, type AdmissionPlace, LOOKED_UP_KINDS, lookupsOf, readLookedUp } from '#writes';
import { readStagedKinds } from './staging.store.js';
import { withNamespace } from './with-namespace.js';

/** What imported objects are admitted by: what the cluster has, and what is anywhere in the input, which wins. */
export async function importLookups(
  tx: Transaction,
  clusterId: string,
  place: AdmissionPlace,
): Promise<AdmissionLookups> {
  const present = await readLookedUp(tx, clusterId, { kinds: LOOKED_UP_KINDS });
  const alone = lookupsOf([], place);
  const staged = (await readStagedKinds(tx, LOOKED_UP_KINDS)).flatMap((object) => {
    const result = admit(withNamespace(object), { operation: 'import', ...alone });
    return 'object' in result ? [result.object] : [];
  });
  const all = new Map([...present, ...staged].map((one) => [nameOf(one), one]));
  return lookupsOf([...all.values()], place);
}

function nameOf({ kind, metadata: { namespace = '', name } }: Manifest): string {
  return `${kind} ${namespace}/${name}`;
}
