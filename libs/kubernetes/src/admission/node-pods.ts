import type { Node } from '../kinds/index.js';
import type { ResourceList } from '../resources/index.js';
import type { Admission } from './admission-context.js';
import { pointerOf } from './mutation.js';

/** The kubelet's own default for maxPods. */
const PODS_OF_A_NODE = '110';

/**
 * A node that is made here says how many pods it takes, as its kubelet would: without that it would take none. A change
 * that does not say it changes nothing there. Without kubelets it is what it says. A node that was observed
 * elsewhere takes as many as it says.
 */
export function countNodePods({ object, context, isNew, changed, remarks }: Admission<Node>): void {
  if (context.controllers === 'none') return;
  const status = (object.status ??= {});
  if (status.capacity === undefined && status.allocatable === undefined)
    Object.assign(status, { capacity: {}, allocatable: {} });
  const { capacity, allocatable } = status;
  if (podsOf(status) !== undefined) return;
  const pods = isNew ? PODS_OF_A_NODE : podsOf((context.old as Node | undefined)?.status ?? {});
  if (pods === undefined) return;
  for (const [field, amounts] of Object.entries({ capacity, allocatable })) {
    if (amounts === undefined) continue;
    amounts['pods'] = pods;
    changed.push({ path: pointerOf('status', field, 'pods'), value: pods });
  }
  if (isNew) remarks.push({ field: 'status.capacity.pods', message: `not given: ${pods} is assumed, as kubelets do` });
}

function podsOf({ capacity, allocatable }: NonNullable<Node['status']>): ResourceList[string] | undefined {
  return capacity?.['pods'] ?? allocatable?.['pods'];
}
