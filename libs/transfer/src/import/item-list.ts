import type { ImportItem } from '#requests';

/** Items of a report that are stored by name; a refusal reports fewer. */
const MOST_KEPT = 1_000;
const MOST_REFUSED = 100;

/** What is to be said of objects of the input: the first by name, all of them by number. */
export class ItemList {
  readonly #items: ImportItem[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** A list that goes on from here without this one. */
  copy(): ItemList {
    return ItemList.of([this]);
  }

  /** Those of several lists as one. */
  static of(lists: readonly ItemList[]): ItemList {
    const all = new ItemList();
    for (const list of lists) {
      all.#items.push(...list.#items);
      all.#count += list.#count;
    }
    return all;
  }

  add(item: ImportItem): void {
    this.#count += 1;
    if (this.#items.length < MOST_KEPT) this.#items.push(item);
  }

  /** For a report: in the order of the input, and last how many more there are. */
  get reported(): ImportItem[] {
    return this.#first(MOST_KEPT);
  }

  /** The same for a refusal. */
  get refused(): ImportItem[] {
    return this.#first(MOST_REFUSED);
  }

  #first(most: number): ImportItem[] {
    const sorted = this.#items.sort((a, b) => a.index - b.index);
    const items = sorted.slice(0, most);
    const more = this.#count - items.length;
    const index = (sorted[most] ?? sorted.at(-1))?.index ?? 0;
    const rest = { index, apiVersion: '', kind: '', namespace: '', name: '', message: `and ${more} more` };
    return more === 0 ? items : [...items, rest];
  }
}
