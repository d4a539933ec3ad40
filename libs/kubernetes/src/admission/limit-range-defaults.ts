import type { Container } from '../containers/index.js';
import type { LimitRange, Pod } from '../kinds/index.js';
import type { ResourceList } from '../resources/index.js';
import type { Admission } from './admission-context.js';

const ANNOTATION = 'kubernetes.io/limit-ranger';

/**
 * Gives containers that leave it open what the ranges of their namespace say, and notes on the pod what was given.
 * // as API server v1.34 admission plugin LimitRanger, PodMutateLimitFunc
 */
export function applyLimitRanges({ object: pod, context, isNew }: Admission<Pod>): void {
  if (isNew) for (const range of context.limitRanges(pod.metadata.namespace ?? '')) applyRange(pod, range);
}

function applyRange(pod: Pod, range: LimitRange): void {
  const items = (range.spec.limits ?? []).filter(({ type }) => type === 'Container');
  const requests = Object.assign({}, ...items.map(({ defaultRequest }) => defaultRequest)) as ResourceList;
  const limits = Object.assign({}, ...items.map((item) => item.default)) as ResourceList;
  const given = [
    ...(pod.spec.containers ?? []).flatMap((one) => complete(one, { requests, limits }, 'container')),
    ...(pod.spec.initContainers ?? []).flatMap((one) => complete(one, { requests, limits }, 'init container')),
  ];
  if (given.length === 0) return;
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [ANNOTATION]: `LimitRanger plugin set: ${given.join('; ')}`,
  };
}

/** What the container was given, in words. */
function complete(
  container: Container,
  defaults: { readonly requests: ResourceList; readonly limits: ResourceList },
  what: string,
): string[] {
  return (['requests', 'limits'] as const).flatMap((field) => {
    const own = container.resources?.[field] ?? {};
    const missing = Object.keys(defaults[field]).filter((name) => !Object.hasOwn(own, name));
    if (missing.length === 0) return [];
    container.resources = { ...container.resources, [field]: { ...defaults[field], ...own } };
    return [`${missing.sort().join(', ')} ${field.slice(0, -1)} for ${what} ${container.name}`];
  });
}
