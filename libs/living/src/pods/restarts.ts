import type { Pod } from '#kubernetes';

interface ContainerStatus {
  readonly name?: string;
  readonly restartCount?: number;
}

/** The most restarts of a container. // as kubernetes v1.34 maxContainerRestarts */
export function restartsOf({ status }: Pod): number {
  return most(status?.['containerStatuses']);
}

/** The same of those that stay beside the others. */
export function sidecarRestartsOf(pod: Pod): number {
  return most(sidecarStatusesOf(pod));
}

/** The statuses of init containers that stay beside the others. */
export function sidecarStatusesOf({ spec, status }: Pod): readonly object[] {
  const { initContainers = [] } = (spec ?? {}) as {
    readonly initContainers?: readonly { readonly name?: string; readonly restartPolicy?: string }[];
  };
  const sidecars = new Set(
    initContainers.flatMap(({ name, restartPolicy }) => (restartPolicy === 'Always' ? name : [])),
  );
  if (sidecars.size === 0) return [];
  const all = (status?.['initContainerStatuses'] ?? []) as readonly ContainerStatus[];
  return all.filter(({ name }) => sidecars.has(name));
}

function most(statuses: unknown): number {
  const all = (statuses ?? []) as readonly ContainerStatus[];
  return Math.max(0, ...all.map(({ restartCount = 0 }) => restartCount));
}
