import type { ClassState } from './class-state.js';

/** A class that is kept. */
export interface KeptClass {
  readonly state: ClassState;
  /** Of the objects that concern the class, when the state was made. */
  readonly objectsVersion: number;
  /** Higher than that of any class used before. */
  lastUsed: number;
  /** What it takes, as it was counted last. */
  bytes: number;
}

/** So many classes that are not kept any more are known by their last use. */
const MOST_KNOWN = 2 ** 14;

/**
 * The classes of an executor, by profile and name, within a bound. One that is new takes the place of the one that was
 * used least recently only if it comes back sooner than that one: otherwise that of the last newcomer. So classes that
 * take turns, and are more than fit, do not drive each other out: most of them stay.
 */
export class KeptClasses {
  /** Those used last stand last. */
  readonly #kept: Map<string, KeptClass>[] = [];
  /** When classes were used that are gone. */
  readonly #gone: Map<string, number>[] = [];
  #count = 0;
  #bytes = 0;
  #uses = 0;
  /** The last newcomer that had to find room. */
  #guest: { readonly profile: number; readonly name: string } | null = null;

  constructor(private readonly mostBytes: number) {}

  /** What they take, roughly. */
  get bytes(): number {
    return this.#bytes;
  }

  clear(): void {
    for (const kept of this.#kept) kept.clear();
    for (const gone of this.#gone) gone.clear();
    this.#count = 0;
    this.#bytes = 0;
    this.#guest = null;
  }

  /** The class, which is used now. */
  use(profile: number, name: string): KeptClass | undefined {
    this.#uses += 1;
    const kept = this.#of(profile);
    const known = kept.get(name);
    if (known === undefined) return undefined;
    // Few classes take turns mostly, or one comes again and again.
    if (known.lastUsed !== this.#uses - 1) putLast(kept, name, known);
    known.lastUsed = this.#uses;
    return known;
  }

  /** Keeps a state for a class that was looked up just now, in the place of another if there is one. */
  keep(profile: number, name: string, made: Pick<KeptClass, 'state' | 'objectsVersion'>): KeptClass {
    const kept = this.#of(profile);
    const before = kept.get(name);
    if (before === undefined) this.#makeRoom(profile, name);
    else this.#bytes -= before.bytes;
    const now = { ...made, lastUsed: this.#uses, bytes: 0 };
    if (before === undefined) this.#count += 1;
    putLast(kept, name, now);
    this.recount(now);
    return now;
  }

  /** A class takes what its state says now. */
  recount(kept: KeptClass): void {
    const { bytes } = kept.state;
    this.#bytes += bytes - kept.bytes;
    kept.bytes = bytes;
  }

  /** It is not to be believed: no other has its arrays. */
  forget(profile: number, name: string): void {
    const known = this.#of(profile).get(name);
    if (known !== undefined) this.#remove(profile, name, known);
  }

  #of(profile: number): Map<string, KeptClass> {
    return (this.#kept[profile] ??= new Map<string, KeptClass>());
  }

  /** For a class that is not there. The one that was decided before it stays, also beyond the bound. */
  #makeRoom(profile: number, name: string): void {
    const lastUsed = this.#goneOf(profile).get(name) ?? -1;
    this.#goneOf(profile).delete(name);
    const each = this.#count === 0 ? 0 : this.#bytes / this.#count;
    while (this.#count > 1 && this.#bytes + each > this.mostBytes) {
      const oldest = this.#oldest();
      const guest = this.#guest;
      if (guest !== null && oldest.known.lastUsed >= lastUsed) {
        this.#evict(guest.profile, guest.name);
        this.#guest = null;
      } else this.#evict(oldest.profile, oldest.name);
      if (oldest.known.lastUsed >= lastUsed) this.#guest = { profile, name };
    }
  }

  #oldest(): { readonly profile: number; readonly name: string; readonly known: KeptClass } {
    let oldest: { readonly profile: number; readonly name: string; readonly known: KeptClass } | null = null;
    for (const [profile, kept] of this.#kept.entries()) {
      const [name, known] = kept.entries().next().value ?? [];
      if (name !== undefined && known !== undefined && (oldest === null || known.lastUsed < oldest.known.lastUsed))
        oldest = { profile, name, known };
    }
    if (oldest === null) throw new RangeError('no class is kept');
    return oldest;
  }

  #evict(profile: number, name: string): void {
    const known = this.#of(profile).get(name);
    if (known === undefined) return;
    known.state.release();
    this.#remove(profile, name, known);
    const gone = this.#goneOf(profile);
    if (gone.size === MOST_KNOWN) gone.clear();
    gone.set(name, known.lastUsed);
  }

  #remove(profile: number, name: string, known: KeptClass): void {
    this.#of(profile).delete(name);
    this.#count -= 1;
    this.#bytes -= known.bytes;
    if (this.#guest?.profile === profile && this.#guest.name === name) this.#guest = null;
  }

  #goneOf(profile: number): Map<string, number> {
    return (this.#gone[profile] ??= new Map<string, number>());
  }
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
