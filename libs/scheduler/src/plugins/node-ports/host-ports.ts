import type { Node } from '../../objects/index.js';
import { portsConflict, type HostPort } from '../../resources/index.js';
import { RowCounts, type PlacedPod, type PluginState, type StateDefinition } from '../../snapshot/index.js';
import { FreedPorts } from './freed-ports.js';

/** Which rows have pods that take host ports. */
export class HostPorts implements PluginState {
  #pods = new RowCounts();
  /** Forks start without: on trial a snapshot is not forked. */
  readonly #freed = new FreedPorts();

  /** Number of pods on each row that take host ports. */
  get podCounts(): Int32Array {
    return this.#pods.values;
  }

  /**
   * Whether one of these host ports is taken on the row by the pods there: the same protocol and port, on an address in
   * common.
   */
  conflicts(row: number, pods: readonly PlacedPod[], wanted: readonly HostPort[]): boolean {
    if (this.#pods.values[row] === 0) return false;
    const isTaken = (used: HostPort): boolean =>
      wanted.some((port) => portsConflict(port, used)) && !this.#freed.has(row, used);
    return pods.some(({ load }) => load.hostPorts.some(isTaken));
  }

  setNode(_node: Node, row: number): void {
    this.#pods.ensure(row);
  }

  keepRows(rows: readonly number[]): void {
    this.#pods.keep(rows);
  }

  movePod({ load }: PlacedPod, row: number, step: 1 | -1): void {
    if (load.hostPorts.length > 0) this.#pods.add(row, step);
  }

  tryPod({ load }: PlacedPod, row: number, step: 1 | -1): (() => void) | null {
    return load.hostPorts.length === 0 ? null : this.#freed.change(row, load.hostPorts, step === 1 ? 'came' : 'went');
  }

  fork(): HostPorts {
    const copy = new HostPorts();
    copy.#pods = this.#pods.fork();
    return copy;
  }
}

export const HOST_PORTS: StateDefinition<HostPorts> = Object.freeze({
  name: 'HostPorts',
  create: () => new HostPorts(),
});
