import {
  addAmounts,
  findKindByName,
  printAmounts,
  readAmounts,
  type KubernetesObject,
  type ResourceQuota,
} from '#kubernetes';
import { chargeOf, quotaRefusal, type Quota } from '#api-server';
import type { ReadableState } from '../state/index.js';

/** A quota that takes an object, with what it has used then. */
export interface ChargedQuota {
  readonly quota: ResourceQuota;
  readonly status: NonNullable<ResourceQuota['status']>;
}

/** What the quotas of its namespace say of a new object: why it is refused, or what they have used with it. */
export type QuotaAnswer = { readonly refused: string } | { readonly charged: readonly ChargedQuota[] };

/**
 * Asks the quotas of a namespace, as the API server does: they allow what their status says, so that one which
 * the quota controller has not seen yet allows everything. // as apiserver v1.34 resourcequota quotaEvaluator
 */
export function askQuotas(state: ReadableState, object: KubernetesObject, at: Date): QuotaAnswer {
  const { namespace = '' } = object.metadata;
  if (findKindByName(object.kind)?.namespaced !== true) return { charged: [] };
  const quotas = [...state.list('ResourceQuota', namespace)] as ResourceQuota[];
  if (quotas.length === 0) return { charged: [] };
  const asked = quotas.map((quota) => ({ quota, stated: statedBy(quota) }));
  const refused = quotaRefusal(
    asked.map(({ stated }) => stated),
    { object, at },
  );
  if (refused !== undefined) return { refused };
  const charged = asked.flatMap(({ quota, stated: { spec, used } }): ChargedQuota[] => {
    const charge = chargeOf(spec, object, at);
    if (charge.size === 0) return [];
    return [{ quota, status: { ...quota.status, used: printAmounts(addAmounts(used, charge)) } }];
  });
  return { charged };
}

/** A quota as its status has it. */
function statedBy({ metadata, spec, status }: ResourceQuota): Quota {
  const { hard = {}, used = {} } = status ?? {};
  return { name: metadata.name, spec: { ...spec, hard }, used: readAmounts(used) };
}
