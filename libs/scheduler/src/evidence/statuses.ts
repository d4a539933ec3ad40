import type { Status, StatusCode } from './evidence.js';

/** Past this many, a list's id and a status's id no longer fit one exact double as the key of their concatenation. */
const LARGEST_ID = 2 ** 26;

/**
 * Interned verdicts and lists of verdicts of one engine instance. Ids only grow and stay valid as long as the table
 * does; text is made when an id is first seen, not per node.
 */
export class StatusTable {
  /** Index 0 is unused: the id 0 says "passes". */
  readonly statuses: (Status | null)[] = [null];
  /** Index 0 is the empty list. */
  readonly lists: (readonly number[])[] = [[]];
  readonly #ids = new Map<string, number>();
  readonly #listIds = new Map<number, number>();

  /** The id of this verdict. `plugin` is null where kube-scheduler attributes none. */
  intern(plugin: string | null, code: StatusCode, reasons: readonly string[]): number {
    const key = `${plugin ?? ''}\u0000${code}\u0000${reasons.join('\u0000')}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.statuses.length;
    if (id >= LARGEST_ID) throw new RangeError('too many different statuses');
    this.statuses.push(Object.freeze({ plugin, code, reasons: Object.freeze([...reasons]) }));
    this.#ids.set(key, id);
    return id;
  }

  /** The id of the list `listId` with `statusId` behind it. */
  append(listId: number, statusId: number): number {
    const key = listId * LARGEST_ID + statusId;
    const known = this.#listIds.get(key);
    if (known !== undefined) return known;
    const id = this.lists.length;
    if (id >= LARGEST_ID) throw new RangeError('too many different lists of statuses');
    this.lists.push(Object.freeze([...(this.lists[listId] ?? []), statusId]));
    this.#listIds.set(key, id);
    return id;
  }

  /** The verdict of an id that this table gave. */
  get(id: number): Status {
    const status = this.statuses[id];
    if (status === undefined || status === null) throw new RangeError(`no status has the id ${id}`);
    return status;
  }
}
