import type { Status } from '#scheduler';

/** No id: there are never so many statuses. */
const unknown = 0xffffffff;
const firstRoom = 64;

/**
 * Gives statuses ids of its own by content, so that a verdict has one id however engines interned it. Id 0 is
 * "passes", as in the evidence.
 */
export class VerdictTable {
  readonly #statuses: (Status | null)[] = [null];
  readonly #ids = new Map<string, number>();
  /** What the ids of each engine are here. An engine's list only grows, so what an id meant it means. */
  readonly #engines = new WeakMap<readonly (Status | null)[], Uint32Array>();
  #source: readonly (Status | null)[] = [];
  #own = blank(firstRoom);

  /**
   * The own ids by the list's, as far as they were asked for; others are no id. For loops over rows, which ask `ownId`
   * where this differs from what they have.
   */
  get ownIds(): Uint32Array {
    return this.#own;
  }

  /** The list whose ids are looked up from now on. */
  read(statuses: readonly (Status | null)[]): void {
    if (statuses === this.#source) return;
    this.#source = statuses;
    this.#keep(this.#engines.get(statuses) ?? blank(firstRoom));
  }

  /** The own id of an id of the list. @throws RangeError when the list has no such status. */
  ownId(engineId: number): number {
    const known = this.#own[engineId] ?? unknown;
    return known === unknown ? this.#find(engineId) : known;
  }

  /** The status behind an own id other than 0. */
  status(id: number): Status {
    const status = this.#statuses[id];
    if (status === undefined || status === null) throw new RangeError(`no status has the id ${id}`);
    return status;
  }

  #find(engineId: number): number {
    const status = this.#source[engineId];
    if (status === undefined || status === null) throw new RangeError(`the evidence has no status ${engineId}`);
    const key = JSON.stringify([status.plugin, status.code, status.reasons]);
    const own = this.#ids.get(key) ?? this.#statuses.push(status) - 1;
    this.#ids.set(key, own);
    if (engineId >= this.#own.length) {
      const grown = blank(engineId * 2);
      grown.set(this.#own);
      this.#keep(grown);
    }
    this.#own[engineId] = own;
    return own;
  }

  #keep(own: Uint32Array): void {
    this.#own = own;
    this.#engines.set(this.#source, own);
  }
}

function blank(room: number): Uint32Array {
  const ids = new Uint32Array(room).fill(unknown);
  ids[0] = 0;
  return ids;
}
