import type { Node } from '../objects/index.js';
import { readList, requestAmount } from '../resources/index.js';

/**
 * What few plugins ask about a node, beside its labels, taints, resources and images. Nodes that say the same share it.
 */
export interface NodeFacts {
  /** `status.conditions`: the status of each type, `True`, `False` or `Unknown`. */
  readonly conditions: ReadonlyMap<string, string>;
  /** Allocatable `attachable-volumes-*`; one that is 0 is there, other than one that is absent. */
  readonly attachableVolumes: ReadonlyMap<string, number>;
  /** The annotation `scheduler.alpha.kubernetes.io/preferAvoidPods`, as it stands. */
  readonly avoidedPods: string | null;
}

const AVOIDED_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods';
const ATTACHABLE_VOLUMES = 'attachable-volumes-';

/** So many different facts are shared at most: what nodes said once may never be said again. */
const MOST_KNOWN = 1024;

const NO_FACTS: NodeFacts = Object.freeze({
  conditions: new Map<string, string>(),
  attachableVolumes: new Map<string, number>(),
  avoidedPods: null,
});

/** The facts of nodes, by row. */
export class NodeFactsIndex {
  #byRow: NodeFacts[] = [];
  /** By what they say: conditions of a cluster's nodes are the same, mostly. */
  #known = new Map<string, NodeFacts>();

  of(row: number): NodeFacts {
    return this.#byRow[row] ?? NO_FACTS;
  }

  set(row: number, node: Node): void {
    this.#byRow[row] = this.#shared(node);
  }

  /** Keeps these rows, in this order, and no other. */
  keep(rows: readonly number[]): void {
    this.#byRow = rows.map((row) => this.of(row));
  }

  fork(): NodeFactsIndex {
    const copy = new NodeFactsIndex();
    copy.#byRow = this.#byRow.slice();
    copy.#known = new Map(this.#known);
    return copy;
  }

  #shared({ metadata, status }: Node): NodeFacts {
    const conditions = (status?.conditions ?? []).map(({ type = '', status: state = '' }) => [type, state] as const);
    const attachable = Object.entries(status?.allocatable ?? {}).filter(([name]) =>
      name.startsWith(ATTACHABLE_VOLUMES),
    );
    const avoidedPods = metadata?.annotations?.[AVOIDED_PODS] ?? null;
    if (conditions.length === 0 && attachable.length === 0 && avoidedPods === null) return NO_FACTS;
    const text = JSON.stringify([conditions, attachable, avoidedPods]);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const facts: NodeFacts = Object.freeze({
      conditions: new Map(conditions),
      attachableVolumes: new Map(
        [...readList(Object.fromEntries(attachable))].map(([name, limit]) => [name, requestAmount(name, limit).amount]),
      ),
      avoidedPods,
    });
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(text, facts);
    return facts;
  }
}
