import type { Pod } from '#kubernetes';
import { podShape } from '#scheduler';
import type { Manifest } from './manifest.js';

/** What of a pod stands in columns: bulk bindings touch these and leave the manifest alone. */
export interface PodColumns {
  readonly node_name: string | null;
  readonly phase: string;
  /** When Berth bound it, until a later write of the pod folds that into the manifest. */
  readonly bound_at: Date | null;
  readonly priority: number;
  readonly scheduler_name: string;
}

/** What scheduling looks at of a pod that is on a node, or has one in view. */
export interface PlacementColumns {
  readonly nominated_node: string | null;
  /** As `podShape` writes it; null in rows that were written before there were shapes. */
  readonly shape: string | null;
  /** Milliseconds since the epoch. */
  readonly started_ms: number | null;
}

/** The same of a manifest. */
export function placementColumns(object: Pick<Manifest, 'status'>): PlacementColumns & { readonly shape: string } {
  const { nominatedNodeName, startTime } = (object.status ?? {}) as {
    readonly nominatedNodeName?: string;
    readonly startTime?: string | null;
  };
  const started = startTime ? Date.parse(startTime) : NaN;
  return {
    nominated_node: nominatedNodeName ? nominatedNodeName : null,
    shape: podShape(object),
    started_ms: Number.isNaN(started) ? null : started,
  };
}

/** The pod as columns and the manifest without them. */
export function splitPod(object: Manifest): { readonly columns: PodColumns; readonly manifest: Manifest } {
  const pod = object as Pod & Manifest;
  const { nodeName, ...spec } = pod.spec;
  const { phase, ...status } = pod.status ?? {};
  const columns: PodColumns = {
    node_name: nodeName === undefined || nodeName === '' ? null : nodeName,
    phase: phase ?? 'Pending',
    bound_at: null,
    priority: pod.spec.priority ?? 0,
    scheduler_name: pod.spec.schedulerName ?? 'default-scheduler',
  };
  return { columns, manifest: { ...object, spec, status } };
}

/** The pod as it is served: its columns back in their fields. */
export function mergeBinding(manifest: Manifest, columns: PodColumns): Manifest {
  const { spec = {}, status } = manifest;
  const bound = columns.bound_at === null ? {} : bindingStatus(status, columns.bound_at);
  return {
    ...manifest,
    spec: columns.node_name === null ? spec : { ...spec, nodeName: columns.node_name },
    status: { ...status, phase: columns.phase, ...bound },
  };
}

const seconds = new WeakMap<Date, string>();

/** A time as Kubernetes writes it. Pods that are bound together have the same one. */
function secondsOf(at: Date): string {
  let text = seconds.get(at);
  if (text === undefined) seconds.set(at, (text = `${at.toISOString().slice(0, 19)}Z`));
  return text;
}

/**
 * The fields of the status that a binding sets: startTime, and the PodScheduled condition in place of an earlier one.
 */
export function bindingStatus(
  status: object | undefined,
  at: Date,
): { readonly startTime: string; readonly conditions: readonly object[] } {
  const time = secondsOf(at);
  const { conditions = [] } = (status ?? {}) as { conditions?: readonly { readonly type: string }[] };
  const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: time };
  return {
    startTime: time,
    conditions: [...conditions.filter((condition) => condition.type !== 'PodScheduled'), scheduled],
  };
}
