import { sees, type Sight } from '#access';
import { type Transaction } from '#database';

/** Whose uid it is. */
export interface UidOwner {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The pod of another name that has this uid. Uids tell pods apart, to scheduling, decisions and replays. No index
 * serves this: it would cost every binding an entry, and only a caller that brings a uid of its own asks.
 */
export async function findUidOwner(
  tx: Transaction,
  clusterId: string,
  { uid, namespace, name }: UidOwner & { readonly uid: string },
): Promise<UidOwner | undefined> {
  const [owner] = await tx.query<{ namespace: string; name: string }>(
    `SELECT namespace, name FROM pods WHERE cluster_id = $1 AND uid = $2 AND (namespace, name) <> ($3, $4) LIMIT 1`,
    [clusterId, uid, namespace, name],
  );
  return owner;
}

/** What is said of a uid that another pod has; by its name, if that may be known. */
export function duplicateUid(uid: string, { namespace, name }: UidOwner, sight: Sight): string {
  const pod = sees(sight, namespace) ? `pod ${namespace}/${name}` : 'another pod';
  return `Duplicate value: ${JSON.stringify(uid)}: ${pod} has it`;
}
