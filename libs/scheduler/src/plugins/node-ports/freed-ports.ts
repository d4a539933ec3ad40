import type { HostPort } from '../../resources/index.js';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Host ports that count as free on a row although a pod that is there takes them. kube-scheduler v1.34 keeps the ports
 * of a node as a set (HostPortInfo): when a trial takes a pod away its ports are free, even if another pod has the
 * same one, and are taken again with the next pod that comes with them. Outside of trials there are none: what a
 * node's ports are is what its pods take, as in a kube-scheduler that has just started.
 */
export class FreedPorts {
  readonly #byRow = new Map<number, ReadonlySet<string>>();

  has(row: number, port: HostPort): boolean {
    return this.#byRow.size > 0 && (this.#byRow.get(row) ?? NOTHING).has(nameOf(port));
  }

  /** A pod went (or came) with these ports. Answers how to take that back. */
  change(row: number, ports: readonly HostPort[], pod: 'went' | 'came'): () => void {
    const before = this.#byRow.get(row) ?? NOTHING;
    const after = new Set(before);
    for (const port of ports) {
      if (pod === 'went') after.add(nameOf(port));
      else after.delete(nameOf(port));
    }
    this.#set(row, after);
    return () => this.#set(row, before);
  }

  #set(row: number, ports: ReadonlySet<string>): void {
    if (ports.size === 0) this.#byRow.delete(row);
    else this.#byRow.set(row, ports);
  }
}

/** One to one: protocols have no slash in them, addresses neither. */
function nameOf({ ip, protocol, port }: HostPort): string {
  return `${ip}/${protocol}/${port}`;
}
