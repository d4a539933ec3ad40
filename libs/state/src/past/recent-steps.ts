import type { Transaction } from '#database';
import { LIST_OF_KIND } from '#scheduler';
import type { Touched } from '#writes';
import { nextChanges, type LoggedChange } from '../log/index.js';
import type { PastObject, PastState } from '../objects/index.js';

/** A change, and what it led away from. */
interface Step {
  readonly change: LoggedChange;
  /** Set where it was taken. */
  from?: { readonly position: bigint; readonly object: PastObject | undefined };
}

/** So many steps may be taken back: what a window of plausible states may reach over. */
const MOST_BACK = 2_500;
/** So many changes are read at once. */
const AT_ONCE = 250;

/**
 * The way of a past state along the log, with the last steps of it: these may be taken back, and taken again, without
 * reading them anew.
 */
export class RecentSteps {
  #steps: Step[] = [];
  /** So many of them are taken; the others are ahead. */
  #taken = 0;

  constructor(
    private readonly clusterId: string,
    readonly past: PastState,
  ) {}

  /** Goes on to a later position; answers what was touched on the way, each object once. */
  async follow(tx: Transaction, upTo: bigint): Promise<readonly Touched[]> {
    const { past } = this;
    const touched = new Map<string, Touched>();
    while (past.position < upTo) {
      const step = this.#steps[this.#taken] ?? (await this.#read(tx));
      if (step === undefined) break;
      const [, op, kind, namespace, name] = step.change;
      step.from = { position: past.position, object: past.get(kind, namespace, name) };
      past.apply(step.change);
      this.#taken += 1;
      if (op === 'note') continue;
      const key = `${kind}/${namespace}/${name}`;
      touched.set(key, { kind, namespace, name, deleted: op === 'delete' || touched.get(key)?.deleted === true });
    }
    return [...touched.values()];
  }

  /**
   * Goes back to an earlier position. Undefined, and nothing is done, where the steps do not reach so far, or where
   * something has a place among others that it would not get back.
   */
  back(to: bigint): readonly Touched[] | undefined {
    const begin = this.#steps.findIndex(({ from }) => from?.position === to);
    if (begin < 0 || begin >= this.#taken) return undefined;
    const steps = this.#steps.slice(begin, this.#taken);
    const touched = new Map<string, Touched>();
    for (const { change, from } of steps) {
      const [, op, kind, namespace, name] = change;
      const key = `${kind}/${namespace}/${name}`;
      if (op === 'note' || touched.has(key)) continue;
      const now = this.past.get(kind, namespace, name);
      if (!keepsPlace(kind, { now, before: from?.object })) return undefined;
      touched.set(key, { kind, namespace, name, deleted: from?.object === undefined });
    }
    for (const { change, from } of steps.reverse()) if (from !== undefined) this.past.takeBack(change, from);
    this.#taken = begin;
    return [...touched.values()];
  }

  async #read(tx: Transaction): Promise<Step | undefined> {
    const changes = await nextChanges(tx, this.clusterId, { after: this.past.position, limit: AT_ONCE });
    const first = Math.max(0, this.#taken - MOST_BACK);
    this.#steps = [...this.#steps.slice(first), ...changes.map((change) => ({ change }))];
    this.#taken -= first;
    return this.#steps[this.#taken];
  }
}

/**
 * Pods have their places on nodes, wherever they come from. Nodes and other objects are in the order of their creation,
 * and pods that have a node in view in that of their last changes: what comes back comes last.
 */
function keepsPlace(
  kind: string,
  { now, before }: { readonly now: PastObject | undefined; readonly before: PastObject | undefined },
): boolean {
  if (kind === 'Pod') return !isNominated(now) && !isNominated(before);
  if (kind !== 'Node' && !LIST_OF_KIND.has(kind)) return true;
  return before === undefined || before.createdPosition === now?.createdPosition;
}

function isNominated(pod: PastObject | undefined): boolean {
  return pod?.text.includes('"nominatedNodeName"') === true;
}
