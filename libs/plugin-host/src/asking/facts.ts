import type { Fact } from '../messages.js';

/** The number of facts that a thread is sent before all are sent anew: deleted ones would stay in its memory. */
const MOST = 200_000;

/** What a thread has been sent: each fact once, by a number. */
export class Facts {
  #ofObjects = new WeakMap<object, number>();
  #ofTexts = new Map<string, number>();
  #fresh: Fact[] = [];
  #last = 0;
  #forget = false;

  /** Where there is too much of it the thread forgets everything: numbers of before mean nothing from here on. */
  beginQuestion(): void {
    if (this.#last < MOST) return;
    this.#ofObjects = new WeakMap();
    this.#ofTexts.clear();
    this.#last = 0;
    this.#forget = true;
  }

  /** The number of what is said of an object that never changes. */
  ofObject(object: object, say: () => unknown): number {
    const known = this.#ofObjects.get(object);
    if (known !== undefined) return known;
    const id = this.#tell(say());
    this.#ofObjects.set(object, id);
    return id;
  }

  /** The number of what is said of a text. */
  ofText(text: string, say: () => unknown): number {
    const known = this.#ofTexts.get(text);
    if (known !== undefined) return known;
    const id = this.#tell(say());
    this.#ofTexts.set(text, id);
    return id;
  }

  /** What the thread does not know yet, and whether it is to forget what it knows. */
  take(): { readonly facts: readonly Fact[]; readonly forget: boolean } {
    const taken = { facts: this.#fresh, forget: this.#forget };
    this.#fresh = [];
    this.#forget = false;
    return taken;
  }

  #tell(said: unknown): number {
    this.#last += 1;
    this.#fresh.push([this.#last, JSON.stringify(said)]);
    return this.#last;
  }
}
