import { labelValue } from '#apimachinery';
import type { SelectableNode } from '#kubernetes';

/** The row is in no domain. */
export const NO_DOMAIN = 0xffff_ffff;

/**
 * Which rows have something in common that decides about them. Domains are numbered from 0 in the
 * order of their first rows.
 */
export interface Domains {
  /** The domain of each row, or NO_DOMAIN. */
  readonly of: Uint32Array;
  /** The first row of each domain. */
  readonly firstRows: Uint32Array;
}

/** Rows with equal keys share a domain; those without a key are in none. */
export function domainsBy(nodeCount: number, keyOf: (row: number) => string | null): Domains {
  const of = new Uint32Array(nodeCount);
  const numbers = new Map<string, number>();
  const firstRows: number[] = [];
  for (let row = 0; row < nodeCount; row += 1) {
    const key = keyOf(row);
    if (key === null) {
      of[row] = NO_DOMAIN;
      continue;
    }
    const known = numbers.get(key);
    if (known === undefined) {
      numbers.set(key, firstRows.length);
      of[row] = firstRows.length;
      firstRows.push(row);
    } else of[row] = known;
  }
  return { of, firstRows: Uint32Array.from(firstRows) };
}

/** Every row is a domain of its own; those that do not take part are in none. */
export function rowsAsDomains(nodeCount: number, takesPart: (row: number) => boolean): Domains {
  const of = new Uint32Array(nodeCount);
  const firstRows: number[] = [];
  for (let row = 0; row < nodeCount; row += 1) of[row] = takesPart(row) ? firstRows.push(row) - 1 : NO_DOMAIN;
  return { of, firstRows: Uint32Array.from(firstRows) };
}

/** What domains take beside the number of each node, roughly, in bytes. */
const OVERHEAD = 300;

/** The domains of topology keys: nodes share one when they have the same value of every key, or lack the key both. */
export class TopologyDomains {
  readonly #nodes: readonly SelectableNode[];
  readonly #byKeys = new Map<string, { readonly keys: readonly string[]; readonly domains: Domains }>();

  constructor(nodes: readonly SelectableNode[]) {
    this.#nodes = nodes;
  }

  /** What those take that were asked for, roughly, in bytes. */
  get bytes(): number {
    return this.#byKeys.size * (this.#nodes.length * Uint32Array.BYTES_PER_ELEMENT + OVERHEAD);
  }

  /** The same object for the same keys in any order. */
  of(keys: readonly string[]): Domains {
    const sorted = [...new Set(keys)].sort();
    const name = sorted.join('\0');
    const known = this.#byKeys.get(name);
    if (known !== undefined) return known.domains;
    const domains = domainsBy(this.#nodes.length, (row) => valuesOf(this.#nodes[row], sorted));
    this.#byKeys.set(name, { keys: sorted, domains });
    return domains;
  }

  /** A node was this: the domains of keys of which it had other values do not hold any more. */
  changed(row: number, before: SelectableNode): void {
    for (const [name, { keys }] of this.#byKeys)
      if (valuesOf(before, keys) !== valuesOf(this.#nodes[row], keys)) this.#byKeys.delete(name);
  }
}

/** No label value has a NUL, so that texts are equal where values are. */
function valuesOf(node: SelectableNode | undefined, keys: readonly string[]): string {
  let text = '';
  for (const key of keys) {
    const value = labelValue(node?.labels, key);
    text += value === undefined ? '\0-' : `\0=${value}`;
  }
  return text;
}
