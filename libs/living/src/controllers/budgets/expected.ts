import { findKindByName, type KubernetesObject, type OwnerReference, type Pod } from '#kubernetes';
import { controllerOf, type ReadableState } from '../../state/index.js';

/** What wants pods, and how many. */
interface Scale {
  readonly uid: string;
  readonly replicas: number;
}

/** How many pods their controllers want together. */
export interface ExpectedScale {
  readonly replicas: number;
  /** Some pods have no controller: they count nothing. */
  readonly hasUnmanaged: boolean;
}

/** What the controllers of pods want together; a text says why that cannot be said. // as getExpectedScale */
export function expectedScale(pods: readonly Pod[], state: ReadableState): ExpectedScale | string {
  const scales = new Map<string, number>();
  const managed = pods.flatMap((pod) => {
    const controller = controllerOf(pod);
    return controller === undefined ? [] : [{ pod, controller }];
  });
  for (const { pod, controller } of managed) {
    if (scales.has(controller.uid ?? '')) continue;
    const scale = scaleOf(controller, state);
    if (typeof scale === 'string') return scale;
    if (scale === undefined) return `found no controllers for pod "${pod.metadata.name}"`;
    scales.set(scale.uid, scale.replicas);
  }
  const replicas = [...scales.values()].reduce((sum, one) => sum + one, 0);
  return { replicas, hasUnmanaged: managed.length < pods.length };
}

/** The Deployment of a ReplicaSet that has one, or what has a scale. // as the finders, and getScaleController */
function scaleOf(
  { kind = '', apiVersion = '', uid = '' }: OwnerReference,
  state: ReadableState,
): Scale | string | undefined {
  const description = findKindByName(kind);
  const owner = state.byUid(uid);
  if (description === undefined && owner === undefined)
    return `no matches for kind "${kind}" in version "${apiVersion}"`;
  if (kind !== 'Deployment' && description?.scalesPods !== true)
    return `${resourceOf(kind, apiVersion)} does not implement the scale subresource`;
  const above = owner?.kind === 'ReplicaSet' ? controllerOf(owner) : undefined;
  const deployment = above?.kind === 'Deployment' ? state.byUid(above.uid ?? '') : undefined;
  return scaled(deployment ?? owner);
}

function scaled(object: KubernetesObject | undefined): Scale | undefined {
  if (object === undefined) return undefined;
  const { replicas = 1 } = object['spec'] as { readonly replicas?: number };
  return { uid: object.metadata.uid ?? '', replicas };
}

function resourceOf(kind: string, apiVersion: string): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.slice(0, apiVersion.indexOf('/'))}` : '';
  return `${findKindByName(kind)?.plural ?? kind}${group}`;
}
