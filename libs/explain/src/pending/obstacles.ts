import type { Attempt, Node, Status } from '#scheduler';
import { isByController, OUT_OF_SERVICE } from '../explainers/index.js';
import type { PodName } from './pod-name.js';

/** Something that turns nodes down for pending pods. */
export interface PendingObstacle {
  readonly plugin: string | null;
  readonly reason: string;
  /** Pods for which it turns some node down. */
  readonly pods: number;
  /** Of these, pods for which some node is turned down by nothing else: without it they fit there. */
  readonly only: number;
  /** Pods for which every node is turned down by this alone. */
  readonly alone: number;
  /** One of the pods. */
  readonly example: PodName;
}

interface Counted {
  readonly plugin: string | null;
  readonly reason: string;
  readonly example: PodName;
  pods: number;
  only: number;
  alone: number;
}

/** Counts obstacles over attempts that came to nothing. */
export class Obstacles {
  readonly #counted = new Map<string, Counted>();

  /** Those of the most pods first. */
  get all(): readonly PendingObstacle[] {
    return [...this.#counted.values()].sort((a, b) => b.pods - a.pods || b.only - a.only);
  }

  add({ evidence }: Attempt, pod: PodName): void {
    if (evidence === null) return;
    const seen = new Map<string, { readonly status: Status; readonly reason: string; only: boolean }>();
    for (const { first, failures } of evidence.combinations) {
      if (first === 0) continue;
      const statuses = [...new Set([first, ...failures])].flatMap((id) => evidence.statuses[id] ?? []);
      const reasons = new Map(
        statuses.flatMap((status) => status.reasons.map((reason) => [keyOf(status, reason), { status, reason }])),
      );
      for (const [key, { status, reason }] of reasons) {
        const known = seen.get(key) ?? { status, reason, only: false };
        known.only ||= reasons.size === 1;
        seen.set(key, known);
      }
    }
    for (const [key, { status, reason, only }] of seen) {
      const counted = this.#counted.get(key) ?? {
        plugin: status.plugin,
        reason,
        example: pod,
        pods: 0,
        only: 0,
        alone: 0,
      };
      counted.pods += 1;
      counted.only += Number(only);
      counted.alone += Number(seen.size === 1);
      this.#counted.set(key, counted);
    }
  }
}

/** Taints in the way that controllers set: no change of these nodes is tried, as none that is made by hand lasts. */
export function controllersInWords(nodes: readonly Node[], obstacles: readonly PendingObstacle[]): string {
  const having = new Map<string, string[]>();
  for (const { metadata, spec } of nodes)
    for (const taint of spec?.taints ?? []) {
      const isInTheWay = obstacles.some(({ reason }) => reason.includes(`taint {${taint.key}: `));
      if (!isInTheWay || !isByController(taint) || taint.key === OUT_OF_SERVICE) continue;
      having.set(taint.key, [...(having.get(taint.key) ?? []), metadata?.name ?? '']);
    }
  return [...having]
    .map(([key, names]) => {
      const on = names.length === 1 ? (names[0] ?? '') : `${names.length} nodes`;
      return ` A controller set the taint ${key} of ${on}, and lifts it when its cause is gone.`;
    })
    .join('');
}

function keyOf({ plugin }: Status, reason: string): string {
  return JSON.stringify([plugin, reason]);
}
