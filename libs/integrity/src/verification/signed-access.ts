import { accessStateDigest } from '#access';
import type { Transaction } from '#database';
import { accessCheckpointOfNote, accessCheckpoints, type StoredAccessCheckpoint } from '#history';
import { equalBytes, type AccessCheckpoint, type NoteVerifier } from '#ledger';
import type { Findings } from '../auditors/index.js';

/** What was signed of the log of access, outside of the database. */
export interface NotedAccess {
  /** The last note of the file. */
  readonly last?: string | undefined;
  /** The sizes of all of its notes. */
  readonly sizes: readonly number[];
}

/** What checkpoints of the log of access are verified with. */
export interface SignedAccessMeans {
  readonly key: NoteVerifier | undefined;
  readonly notes: NotedAccess;
}

/** Compares the log of access, and who has access, with what was signed of them. */
export class SignedAccess {
  readonly #stored: readonly StoredAccessCheckpoint[];
  readonly #noted: AccessCheckpoint | undefined;
  readonly #bySize: ReadonlyMap<number, readonly AccessCheckpoint[]>;

  private constructor(
    stored: readonly StoredAccessCheckpoint[],
    private readonly means: SignedAccessMeans,
    private readonly findings: Findings,
  ) {
    this.#stored = stored;
    this.#noted = means.notes.last === undefined ? undefined : accessCheckpointOfNote(means.notes.last, means.key);
    const all = [...stored, ...(this.#noted === undefined ? [] : [this.#noted])];
    this.#bySize = new Map(all.map(({ size }) => [size, all.filter((one) => one.size === size)]));
  }

  static async read(tx: Transaction, means: SignedAccessMeans, findings: Findings): Promise<SignedAccess> {
    return new SignedAccess(await accessCheckpoints(tx), means, findings);
  }

  /** An entry of the log, by its number. */
  entry(sequence: bigint, hash: Uint8Array): void {
    for (const signed of this.#bySize.get(Number(sequence)) ?? [])
      if (!equalBytes(signed.hash, hash))
        this.#add('access_log', `entry ${sequence} is another than the one that was signed at ${signed.at}`);
  }

  /** When the whole log has gone by: `size` entries. */
  async end(tx: Transaction, size: number): Promise<void> {
    this.#judgeNotes();
    for (const [signedSize, [signed]] of this.#bySize)
      if (signedSize > size && signed !== undefined)
        this.#add(
          'access_log',
          `${signedSize} entries were signed for at ${signed.at}, and ${size} are there: entries were removed, or ` +
            'the tables of access were rolled back',
        );
    const [now] = this.#bySize.get(size) ?? [];
    if (now !== undefined && !equalBytes(now.state, await accessStateDigest(tx)))
      this.#add('api_keys', `keys, members, grants or teams of namespaces are not what was signed at ${now.at}`);
  }

  #judgeNotes(): void {
    const { key, notes } = this.means;
    if (notes.last !== undefined && this.#noted === undefined)
      this.#add('access_checkpoints', 'the last note of the file is none that the key signed');
    for (const row of this.#stored) {
      this.findings.checked++;
      const said = accessCheckpointOfNote(row.note, key);
      const isSame = said?.size === row.size && said.at === row.at && equalBytes(said.hash, row.hash);
      if (said === undefined || !isSame || !equalBytes(said.state, row.state))
        this.#add(
          'access_checkpoints',
          `the checkpoint at ${row.size} entries is not what its note says, or not signed`,
        );
    }
    const sizes = new Set(this.#stored.map(({ size }) => size));
    for (const size of notes.sizes)
      if (!sizes.has(size)) this.#add('access_checkpoints', `the checkpoint at ${size} entries is in the file alone`);
  }

  #add(table: string, message: string): void {
    this.findings.add({ table, message });
  }
}
