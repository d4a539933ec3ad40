import type { Container } from '../containers/index.js';
import type { LimitRange, Pod } from '../kinds/index.js';
import type { ResourceList } from '../resources/index.js';
import type { Admission } from './admission-context.js';
import { rangeAtWork } from './limit-range-at-work.js';
import { pointerOf } from './mutation.js';

const ANNOTATION = 'kubernetes.io/limit-ranger';

/**
 * Gives containers that leave it open what the ranges of their namespace say, and notes on the pod what was given.
 * // as API server v1.34 admission plugin LimitRanger, PodMutateLimitFunc
 */
export function applyLimitRanges(admission: Admission<Pod>): void {
  const { object: pod, context, isNew } = admission;
  if (isNew) for (const range of context.limitRanges(pod.metadata.namespace ?? '')) applyRange(admission, range);
}

function applyRange({ object: pod, changed, ranges }: Admission<Pod>, range: LimitRange): void {
  const items = (range.spec.limits ?? []).filter(({ type }) => type === 'Container');
  const requests = Object.assign({}, ...items.map(({ defaultRequest }) => defaultRequest)) as ResourceList;
  const limits = Object.assign({}, ...items.map((item) => item.default)) as ResourceList;
  const given = (['containers', 'initContainers'] as const).flatMap((list) =>
    (pod.spec[list] ?? []).flatMap((container, index) => {
      const added = complete(container, { requests, limits });
      for (const { field, amounts } of added)
        for (const [name, value] of Object.entries(amounts))
          changed.push({ path: pointerOf('spec', list, index, 'resources', field, name), value });
      if (added.length > 0) ranges.push(rangeAtWork(range, `spec.${list}[${index}].resources`));
      return added.map((one) => inWords(one, `${KIND_OF[list]} ${container.name}`));
    }),
  );
  if (given.length === 0) return;
  const value = `LimitRanger plugin set: ${given.join('; ')}`;
  pod.metadata.annotations = { ...pod.metadata.annotations, [ANNOTATION]: value };
  changed.push({ path: pointerOf('metadata', 'annotations', ANNOTATION), value });
}

const KIND_OF = { containers: 'container', initContainers: 'init container' } as const;

/** What a container was given: amounts by resource. */
interface Given {
  readonly field: 'requests' | 'limits';
  readonly amounts: ResourceList;
}

/** Fills in what the container leaves open; answers what that is. */
function complete(
  container: Container,
  defaults: { readonly requests: ResourceList; readonly limits: ResourceList },
): Given[] {
  return (['requests', 'limits'] as const).flatMap((field) => {
    const own = container.resources?.[field] ?? {};
    const missing = Object.entries(defaults[field]).filter(([name]) => !Object.hasOwn(own, name));
    if (missing.length === 0) return [];
    container.resources = { ...container.resources, [field]: { ...defaults[field], ...own } };
    return [{ field, amounts: Object.fromEntries(missing) }];
  });
}

function inWords({ field, amounts }: Given, container: string): string {
  return `${Object.keys(amounts).sort().join(', ')} ${field.slice(0, -1)} for ${container}`;
}
