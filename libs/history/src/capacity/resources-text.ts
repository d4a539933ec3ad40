import type { Pod } from '#scheduler';

/** Everything in a pod that its requests and limits depend on, as a text: pods of one template have the same. */
export function resourcesText(pod: Pod): string {
  const { spec, status } = pod as {
    readonly spec?: Readonly<Record<string, unknown>>;
    readonly status?: Readonly<Record<string, unknown>>;
  };
  const { containers, initContainers, overhead, resources } = spec ?? {};
  const { containerStatuses, initContainerStatuses, conditions } = status ?? {};
  const stated = [containerStatuses, initContainerStatuses].map(statedResources);
  const resize = (conditions as readonly { readonly type: string; readonly reason?: string }[] | undefined)
    ?.filter(({ type }) => type.startsWith('PodResize'))
    .map(({ type, reason }) => [type, reason]);
  return JSON.stringify([containers, initContainers, overhead, resources, stated, resize]);
}

/** Statuses say much else, which differs from pod to pod. */
function statedResources(statuses: unknown): readonly unknown[] {
  return ((statuses ?? []) as readonly Readonly<Record<string, unknown>>[]).flatMap(
    ({ name, resources, allocatedResources }) =>
      resources === undefined && allocatedResources === undefined ? [] : [[name, resources, allocatedResources]],
  );
}
