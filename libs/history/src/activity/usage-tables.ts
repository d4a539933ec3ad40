import { formatQuantity } from '#apimachinery';
import { readAmounts, type ResourceList } from '#kubernetes';
import type { Pod } from '#scheduler';
import { requestsOf, resourcesText, type ResourceAmounts } from '../capacity/index.js';

/** Texts of pods that are remembered: the table begins anew when it is full. */
const MOST_TEXTS = 2_000;

/** Estimates: a name and its entry; amounts and their text. */
const NAME_BYTES = 150;
const AMOUNTS_BYTES = 800;

/** The names of nodes, and the amounts that nodes have or pods request, each once: numbers stand for them. */
export class UsageTables {
  readonly nodes: string[] = [];
  readonly amounts: ResourceAmounts[] = [];
  readonly #nodes = new Map<string, number>();
  readonly #amounts = new Map<string, number>();
  readonly #texts = new Map<string, number>();

  get bytes(): number {
    return this.nodes.length * NAME_BYTES + this.amounts.length * AMOUNTS_BYTES;
  }

  node(name: string): number {
    let number = this.#nodes.get(name);
    if (number === undefined) {
      number = this.nodes.push(name) - 1;
      this.#nodes.set(name, number);
    }
    return number;
  }

  allocatable(node: object): number {
    const { status } = node as { readonly status?: { readonly allocatable?: ResourceList } };
    return this.#numberOf(readAmounts(status?.allocatable));
  }

  requests(pod: Pod): number {
    const text = resourcesText(pod);
    let number = this.#texts.get(text);
    if (number === undefined) {
      number = this.#numberOf(requestsOf(pod));
      if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
      this.#texts.set(text, number);
    }
    return number;
  }

  #numberOf(amounts: ResourceAmounts): number {
    const text = JSON.stringify([...amounts].map(([name, amount]) => [name, formatQuantity(amount), amount.format]));
    let number = this.#amounts.get(text);
    if (number === undefined) {
      number = this.amounts.push(amounts) - 1;
      this.#amounts.set(text, number);
    }
    return number;
  }
}
