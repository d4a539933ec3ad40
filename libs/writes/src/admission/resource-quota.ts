import { evaluatorOf, quotaRefusal, scopesText, usageText } from '#api-server';
import { hasTerminating, QuotaSums } from '../quotas/index.js';
import { refOf } from './admission.js';
import type { ClusterStep, ObjectWrite } from './cluster-step.js';

/**
 * Whether the object stays within the quotas of the namespace, and sets the fields that they require. The usage is
 * read with the head held: no other write changes it meanwhile. // as API server v1.34 admission plugin
 * ResourceQuota
 */
export const resourceQuota: ClusterStep = {
  name: 'ResourceQuota',
  async judge(write) {
    const { tx, cluster, draft, object } = write;
    const { namespace = '' } = object.metadata;
    if (!isJudged(write)) return undefined;
    const sums = QuotaSums.of(draft);
    let reason = await reasonOf(sums, write);
    // Time may have given back what they take.
    if (reason !== undefined && (await hasTerminating(tx, cluster.id, namespace))) {
      sums.doubt(namespace);
      reason = await reasonOf(sums, write);
    }
    if (reason === undefined) return undefined;
    const asked = { usage: usageText(object, draft.at), scopes: scopesText(object) };
    return { kind: 'ObjectForbidden', object: refOf(object), step: 'ResourceQuota', reasons: [reason], ...asked };
  },
};

/** A status takes nothing; of changes only those that may. */
function isJudged({ kind, object, old, subresource }: ObjectWrite): boolean {
  if (!kind.namespaced || subresource === 'status') return false;
  return old === undefined || evaluatorOf(kind.kind)?.updates(object, old) === true;
}

async function reasonOf(sums: QuotaSums, { tx, draft, object, old }: ObjectWrite): Promise<string | undefined> {
  const quotas = await sums.counted(tx, [object.metadata.namespace ?? '']);
  return quotaRefusal(quotas, { object, before: old, at: draft.at });
}
