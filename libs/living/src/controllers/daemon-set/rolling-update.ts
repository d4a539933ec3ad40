import type { DaemonNodeUse, KubernetesObject, Pod } from '#kubernetes';
import { isGoing } from '../../state/index.js';
import { isAvailable, isUpdated, updateBounds, type DaemonSet } from './daemon-set.js';

/** What a rolling update does next; nothing while a pod that would be surged over is on a node that is gone. */
export type UpdateStep =
  | {
      readonly removed: readonly Pod[];
      /** Nodes that get a second pod. */
      readonly added: readonly string[];
    }
  | 'no such node';

/** What it is decided from. */
export interface UpdateInput {
  readonly nodes: readonly KubernetesObject[];
  readonly useOf: (node: KubernetesObject) => DaemonNodeUse;
  /** By the node that they are for. */
  readonly pods: ReadonlyMap<string, readonly Pod[]>;
  readonly hash: string;
  readonly now: number;
}

/** The pods of one node that stay: at most one of the present template, and one of another. */
interface OnNode {
  readonly node: string;
  readonly fresh: Pod | undefined;
  readonly old: Pod | undefined;
}

/**
 * Replaces old pods within the bounds; those that are not available anyway at once.
 * // as kubernetes v1.34 rollingUpdate
 */
export function updateStep(set: DaemonSet, input: UpdateInput): UpdateStep {
  const { nodes, useOf, pods } = input;
  const wanted = nodes.filter((node) => useOf(node).shouldRun).map(({ metadata }) => metadata.name);
  const known = new Set(nodes.map(({ metadata }) => metadata.name));
  const { maxSurge, maxUnavailable } = updateBounds(set, wanted.length);
  const all = new Set([...pods.keys(), ...wanted]);
  const found = [...all].map((node) => onNode(node, pods.get(node) ?? [], (pod) => isUpdated(set, pod, input.hash)));
  return maxSurge === 0
    ? replaced(set, found, { most: maxUnavailable, now: input.now })
    : surged(set, found, { most: maxSurge, now: input.now, wanted: new Set(wanted), known });
}

interface Bound {
  readonly most: number;
  readonly now: number;
}

interface SurgeBound extends Bound {
  /** The nodes that are to have a pod. */
  readonly wanted: ReadonlySet<string>;
  /** All nodes. */
  readonly known: ReadonlySet<string>;
}

function replaced(set: DaemonSet, found: readonly (OnNode | 'unclear')[], { most, now }: Bound): UpdateStep {
  let unavailable = 0;
  const free: Pod[] = [];
  const candidates: Pod[] = [];
  for (const one of found) {
    // It is cleaned up, or gets its pod, by itself.
    if (one === 'unclear' || (one.fresh === undefined) === (one.old === undefined)) unavailable += 1;
    else if (one.fresh !== undefined) unavailable += isAvailable(one.fresh, set, now) ? 0 : 1;
    else if (one.old === undefined) continue;
    else if (isAvailable(one.old, set, now)) candidates.push(one.old);
    else {
      // It goes in any case, and counts all the same: so few others go with it.
      free.push(one.old);
      unavailable += 1;
    }
  }
  return { removed: [...free, ...candidates.slice(0, Math.max(0, most - unavailable))], added: [] };
}

function surged(
  set: DaemonSet,
  found: readonly (OnNode | 'unclear')[],
  { most, now, wanted, known }: SurgeBound,
): UpdateStep {
  let [surging, available] = [0, 0];
  const removed: Pod[] = [];
  const misplaced: Pod[] = [];
  const free: string[] = [];
  const candidates: string[] = [];
  for (const one of found) {
    if (one === 'unclear') {
      surging += 1;
      continue;
    }
    const { node, old, fresh } = one;
    const counted = old ?? fresh;
    const isSound = counted !== undefined && isAvailable(counted, set, now);
    if (isSound) available += 1;
    if (old === undefined) continue;
    if (fresh !== undefined) {
      if (isAvailable(fresh, set, now)) removed.push(old);
      else surging += 1;
    } else if (!known.has(node)) return 'no such node';
    else if (wanted.has(node)) (isSound ? candidates : free).push(node);
    else (isSound ? misplaced : removed).push(old);
  }
  // A pod where none is to be serves until another one does elsewhere.
  removed.push(...misplaced.slice(0, Math.max(0, available - wanted.size)));
  return { removed, added: [...free, ...candidates.slice(0, Math.max(0, most - surging))] };
}

/** // as findUpdatedPodsOnNode */
function onNode(node: string, pods: readonly Pod[], isFresh: (pod: Pod) => boolean): OnNode | 'unclear' {
  const staying = pods.filter((pod) => !isGoing(pod));
  const fresh = staying.filter(isFresh);
  const old = staying.filter((pod) => !isFresh(pod));
  return fresh.length > 1 || old.length > 1 ? 'unclear' : { node, fresh: fresh[0], old: old[0] };
}
