/** An object or a list that is being read: which keys it has had, and where in it the reader is. */
export class OpenCollection {
  readonly #keys = new Set<string>();
  /** The key whose value is being read; of a list, the item, from 0. */
  #at: string | number;

  constructor(readonly isObject: boolean) {
    this.#at = isObject ? '' : 0;
  }

  /** Goes on to the value of this key. False where the object has had one. */
  enter(key: string): boolean {
    this.#at = key;
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    return true;
  }

  nextItem(): void {
    if (typeof this.#at === 'number') this.#at += 1;
  }

  /** Where the reader is that has all of these open, the outermost first. */
  static pathOf(open: readonly OpenCollection[]): string {
    const steps = open.map((collection) =>
      typeof collection.#at === 'number' ? `[${collection.#at}]` : `.${collection.#at}`,
    );
    return steps.join('').replace(/^\./, '');
  }
}
