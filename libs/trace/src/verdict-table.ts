import type { Evidence, Status } from '#scheduler';

/**
 * Gives statuses, and lists of them, ids of its own by content, so that a verdict has one id however the engine interned it. Id 0 is "passes" and the
 * empty list, as in the evidence.
 */
export class VerdictTable {
  readonly #statuses: (Status | null)[] = [null];
  readonly #lists: (readonly number[])[] = [[]];
  readonly #statusIds = new Map<string, number>();
  readonly #listIds = new Map<string, number>([['', 0]]);
  #source: Pick<Evidence, 'statuses' | 'failureLists'> = { statuses: [], failureLists: [] };
  // What each id of the engine meant when it was last looked up here: the engine may intern more, or start over.
  readonly #known: { status: Status; own: number }[] = [];
  readonly #knownLists: { list: readonly number[]; own: number }[] = [];

  /** The evidence whose ids are looked up from now on. What an id was found to mean is kept as long as it means the same. */
  read(evidence: Pick<Evidence, 'statuses' | 'failureLists'>): void {
    const moved = this.#known.some((entry, id) => entry.status !== evidence.statuses[id]);
    if (moved) this.#known.length = 0;
    if (moved || this.#knownLists.some((entry, id) => entry.list !== evidence.failureLists[id])) this.#knownLists.length = 0;
    this.#source = evidence;
  }

  /** The own id of a status id of the evidence. @throws RangeError when the evidence has no such status. */
  statusId(engineId: number): number {
    const known = this.#known[engineId];
    if (known !== undefined) return known.own;
    if (engineId === 0) return 0;
    const status = this.#source.statuses[engineId];
    if (status === undefined || status === null) throw new RangeError(`the evidence has no status ${engineId}`);
    const own = this.#intern(status);
    this.#known[engineId] = { status, own };
    return own;
  }

  /** The own id of a failure list id of the evidence. @throws RangeError when the evidence has no such list. */
  listId(engineId: number): number {
    const known = this.#knownLists[engineId];
    if (known !== undefined) return known.own;
    const list = this.#source.failureLists[engineId];
    if (list === undefined) throw new RangeError(`the evidence has no failure list ${engineId}`);
    const ids = list.map((id) => this.statusId(id));
    const key = ids.join(',');
    const own = this.#listIds.get(key) ?? this.#lists.push(ids) - 1;
    this.#listIds.set(key, own);
    this.#knownLists[engineId] = { list, own };
    return own;
  }

  /** The status behind an own id other than 0. */
  status(id: number): Status {
    const status = this.#statuses[id];
    if (status === undefined || status === null) throw new RangeError(`no status has the id ${id}`);
    return status;
  }

  /** Own status ids, in plugin order. */
  list(id: number): readonly number[] {
    return this.#lists[id] ?? [];
  }

  #intern(status: Status): number {
    const key = JSON.stringify([status.plugin, status.code, status.reasons]);
    const own = this.#statusIds.get(key) ?? this.#statuses.push(status) - 1;
    this.#statusIds.set(key, own);
    return own;
  }
}
