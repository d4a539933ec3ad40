/** A table that is full begins anew: what was in it is the same value no more, and equal to it all the same. */
const MOST = 2_000;

/** Values by the text that they are made of: what many objects have in common is in memory once. */
export class SharedValues<T> {
  readonly #values = new Map<string, T>();

  get(text: string, make: () => T): T {
    let value = this.#values.get(text);
    if (value === undefined) {
      if (this.#values.size >= MOST) this.#values.clear();
      this.#values.set(text, (value = make()));
    }
    return value;
  }
}
