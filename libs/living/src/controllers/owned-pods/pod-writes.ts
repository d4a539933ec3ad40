import type { KubernetesObject } from '#kubernetes';
import type { ControllerContext } from '../../engine/index.js';

/** What became of a pod that a workload is to have; `terminating`: its namespace goes, and the workload with it. */
export type Creation = 'created' | 'terminating' | { readonly refused: string };

/** How long a name may be. // as DNS1123SubdomainMaxLength */
export const LONGEST_NAME = 253;

/** What the names of a workload's pods begin with. // as controller.getPodsPrefix */
export function podsPrefix({ metadata: { name } }: KubernetesObject): string {
  return name.length < LONGEST_NAME ? `${name}-` : name;
}

/** Creates a pod of a workload, and says so. */
export function createPod(context: ControllerContext, owner: KubernetesObject, pod: KubernetesObject): Creation {
  const written = context.create(pod);
  if ('object' in written) {
    const message = `Created pod: ${written.object.metadata.name}`;
    context.record({ about: owner, type: 'Normal', reason: 'SuccessfulCreate', message });
    return 'created';
  }
  if (written.reason === 'NamespaceTerminating') return 'terminating';
  const message = `Error creating: ${written.refused}`;
  context.record({ about: owner, type: 'Warning', reason: 'FailedCreate', message });
  return { refused: written.refused };
}

/** Deletes a pod of a workload, and says so. */
export function deletePod(context: ControllerContext, owner: KubernetesObject, pod: KubernetesObject): void {
  context.delete(pod);
  const message = `Deleted pod: ${pod.metadata.name}`;
  context.record({ about: owner, type: 'Normal', reason: 'SuccessfulDelete', message });
}

/** Creates in batches of 1, 2, 4 ...; a batch in which one is not created is the last. // as slowStartBatch */
export function inBatches<Item>(items: readonly Item[], create: (item: Item) => Creation): readonly Creation[] {
  const done: Creation[] = [];
  for (let batch = 1; done.length < items.length; batch *= 2) {
    const came = items.slice(done.length, done.length + batch).map(create);
    done.push(...came);
    if (came.some((one) => one !== 'created')) break;
  }
  return done;
}
