import type { Status } from '#scheduler';

const unknown = 0;

/** Gives statuses ids of its own by content, so that a verdict has one id however engines interned it. Id 0 is "passes", as in the evidence. */
export class VerdictTable {
  readonly #statuses: (Status | null)[] = [null];
  readonly #ids = new Map<string, number>();
  /** What the ids of each engine are here. An engine's list only grows, so what an id meant it means. */
  readonly #engines = new WeakMap<readonly (Status | null)[], number[]>();
  #source: readonly (Status | null)[] = [];
  #own: number[] = [];

  /** The list whose ids are looked up from now on. */
  read(statuses: readonly (Status | null)[]): void {
    if (statuses === this.#source) return;
    this.#source = statuses;
    this.#own = this.#engines.get(statuses) ?? [];
    this.#engines.set(statuses, this.#own);
  }

  /** The own id of an id of the list. @throws RangeError when the list has no such status. */
  ownId(engineId: number): number {
    if (engineId === 0) return 0;
    const known = this.#own[engineId];
    return known === undefined || known === unknown ? this.#find(engineId) : known;
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
    while (this.#own.length <= engineId) this.#own.push(unknown);
    this.#own[engineId] = own;
    return own;
  }
}
