import type { Node } from '../objects/index.js';
import type { PluginState, StateDefinition } from './plugin-state.js';

/** So many different texts are shared at most: what nodes stated once may never be stated again. */
const MOST_KNOWN = 1024;

/** Something that each node states about itself. Nodes that state the same share one value. */
export interface NodeFact<Value> {
  readonly name: string;
  /** What the node states, as text; null: nothing. */
  readonly textOf: (node: Node) => string | null;
  readonly valueOf: (text: string) => Value;
  /** The value of nodes that state nothing. */
  readonly none: Value;
}

/** The state that keeps a fact of every node. */
export function factOfNodes<Value>(fact: NodeFact<Value>): StateDefinition<NodeFacts<Value>> {
  return Object.freeze({ name: fact.name, create: () => new NodeFacts(fact) });
}

/** What each node states, by row. */
export class NodeFacts<Value> implements PluginState {
  #byRow: Value[] = [];
  #known = new Map<string, Value>();

  constructor(private readonly fact: NodeFact<Value>) {}

  of(row: number): Value {
    return this.#byRow[row] ?? this.fact.none;
  }

  setNode(node: Node, row: number): void {
    const text = this.fact.textOf(node);
    this.#byRow[row] = text === null ? this.fact.none : this.#shared(text);
  }

  keepRows(rows: readonly number[]): void {
    this.#byRow = rows.map((row) => this.of(row));
  }

  fork(): NodeFacts<Value> {
    const copy = new NodeFacts(this.fact);
    copy.#byRow = this.#byRow.slice();
    copy.#known = new Map(this.#known);
    return copy;
  }

  #shared(text: string): Value {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const value = this.fact.valueOf(text);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(text, value);
    return value;
  }
}
