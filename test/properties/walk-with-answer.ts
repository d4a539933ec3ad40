import { placedPod, type PlacedPod, type Pod, type Snapshot } from '#scheduler';
import { makeCycles, makeSnapshot, type BoundPlugin } from '../../libs/scheduler/src/testing/index.js';
import { KeptAnswer, type Side } from './kept-answer.js';
import type { Step, Walk } from './random-walk.js';

/** Keeps one plugin's answer along a walk; what was wrong with it first, empty if nothing ever was. */
export function wrongAlong(walk: Walk, bound: BoundPlugin, side: Side): readonly string[] {
  const walker = new Walker(walk, bound, side);
  for (const [index, batch] of walk.batches.entries()) {
    const wrong = walker.take(batch);
    if (wrong.length > 0) return [`after batch ${index} ${bound.plugin.name}`, ...wrong];
  }
  return [];
}

class Walker {
  readonly #snapshot: Snapshot;
  readonly #feasible: Set<number>;
  readonly #answer: KeptAnswer;
  readonly #pods: readonly Pod[];
  #came = 0;

  constructor({ nodes, bound: there, objects, incoming, pods }: Walk, bound: BoundPlugin, side: Side) {
    this.#snapshot = makeSnapshot(nodes, there, objects);
    this.#pods = pods;
    this.#feasible = new Set(this.#snapshot.nodes.keys());
    const cycle = makeCycles(incoming, this.#snapshot)(bound);
    this.#answer = new KeptAnswer({ bound, side, cycle, feasible: () => Uint32Array.from(this.#feasible).sort() });
  }

  /** The snapshot shows all of a batch before the answer hears of it, and pods before feasibility. */
  take(batch: readonly Step[]): readonly string[] {
    const reported = batch.flatMap((step) => this.#do(step));
    for (const tell of reported) tell();
    return this.#answer.wrong();
  }

  #do(step: Step): readonly (() => void)[] {
    switch (step.do) {
      case 'come':
        return this.#come(this.#podOf(step.pod), this.#rowOf(step.row));
      case 'go':
        return this.#go(step.at);
      case 'fit':
        return this.#fit(this.#rowOf(step.row));
      case 'try':
        return [() => this.#try(step)];
    }
  }

  #come(pod: PlacedPod, row: number): readonly (() => void)[] {
    this.#snapshot.addPod(pod, row);
    return [() => this.#answer.moved(pod, row, 1)];
  }

  #go(at: number): readonly (() => void)[] {
    const uids = this.#snapshot.nodes.flatMap((_, row) => this.#snapshot.pods(row).map(({ uid }) => uid));
    const removed = this.#snapshot.removePod(uids[at % Math.max(1, uids.length)] ?? '');
    return removed === undefined ? [] : [() => this.#answer.moved(removed.pod, removed.row, -1)];
  }

  #fit(row: number): readonly (() => void)[] {
    const feasible = !this.#feasible.delete(row);
    if (feasible) this.#feasible.add(row);
    return [() => this.#answer.refit(row, feasible)];
  }

  #try({ pod, row, going }: Extract<Step, { do: 'try' }>): void {
    const at = this.#rowOf(row);
    const there = this.#snapshot.pods(at)[0];
    const tried = going ? there : this.#podOf(pod);
    if (tried === undefined) return;
    this.#snapshot.tentatively(() => {
      if (going) this.#snapshot.removePod(tried.uid);
      else this.#snapshot.addPod(tried, at);
      this.#answer.tell(tried, { row: at, step: going ? -1 : 1, work: () => undefined });
    });
  }

  #rowOf(row: number): number {
    return row % this.#snapshot.nodeCount;
  }

  /** Every pod that comes is another one. */
  #podOf(index: number): PlacedPod {
    const pod = this.#pods[index % this.#pods.length] ?? {};
    this.#came += 1;
    return { ...placedPod(pod), uid: `came-${this.#came}` };
  }
}
