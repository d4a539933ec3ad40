import type { Node } from '../../objects/index.js';
import {
  hasPodAffinity,
  hasRequiredAntiAffinity,
  RowCounts,
  type PlacedPod,
  type PluginState,
  type StateDefinition,
} from '../../snapshot/index.js';

/** Which rows have pods with terms about other pods: the other rows need no look. */
export class PodsWithTerms implements PluginState {
  #any = new RowCounts();
  #requiredAntiAffinity = new RowCounts();

  /** Number of pods on each row that have any term, required or preferred. */
  get any(): Int32Array {
    return this.#any.values;
  }

  /** Number of pods on each row that have required anti-affinity. */
  get requiredAntiAffinity(): Int32Array {
    return this.#requiredAntiAffinity.values;
  }

  setNode(_node: Node, row: number): void {
    this.#any.ensure(row);
    this.#requiredAntiAffinity.ensure(row);
  }

  keepRows(rows: readonly number[]): void {
    this.#any.keep(rows);
    this.#requiredAntiAffinity.keep(rows);
  }

  movePod(pod: PlacedPod, row: number, step: 1 | -1): void {
    if (pod.affinity === null) return;
    if (hasPodAffinity(pod)) this.#any.add(row, step);
    if (hasRequiredAntiAffinity(pod)) this.#requiredAntiAffinity.add(row, step);
  }

  fork(): PodsWithTerms {
    const copy = new PodsWithTerms();
    copy.#any = this.#any.fork();
    copy.#requiredAntiAffinity = this.#requiredAntiAffinity.fork();
    return copy;
  }
}

export const PODS_WITH_TERMS: StateDefinition<PodsWithTerms> = Object.freeze({
  name: 'PodsWithTerms',
  create: () => new PodsWithTerms(),
});
