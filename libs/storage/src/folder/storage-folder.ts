import { storageFault, StorageError } from './storage-error.js';

/** What is wrong with a folder; null when it can be used again. */
export interface StorageTrouble {
  readonly folder: string;
  readonly problem: string | null;
}

/**
 * A folder outside of the database, whose disk may be full, read-only or gone: what fails for that says so. The failure
 * is reported to the operator of the service once, and the recovery once.
 */
export class StorageFolder {
  /** Reading may go on while there is no space to write. */
  readonly #problems = new Map<'read' | 'write', string>();

  constructor(
    readonly path: string,
    private readonly tell: (trouble: StorageTrouble) => void = () => undefined,
  ) {}

  /** Reads files of the folder. @throws StorageError when it fails for the folder's sake */
  async read<T>(work: () => Promise<T>): Promise<T> {
    const done = await this.#attempt('read', work);
    this.#isWell('read');
    return done;
  }

  /**
   * Writes files of the folder; what is the last of it (`whole`) shows that it can be written.
   * @throws StorageError when it fails for the folder's sake
   */
  async write<T>(work: () => Promise<T>, { whole = false } = {}): Promise<T> {
    const done = await this.#attempt('write', work);
    if (whole) this.#isWell('write');
    return done;
  }

  async #attempt<T>(what: 'read' | 'write', work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const problem = storageFault(error);
      if (problem === undefined) throw error;
      if (this.#problems.get(what) !== problem) this.tell({ folder: this.path, problem });
      this.#problems.set(what, problem);
      throw new StorageError(this.path, problem, { cause: error });
    }
  }

  #isWell(what: 'read' | 'write'): void {
    if (this.#problems.delete(what)) this.tell({ folder: this.path, problem: null });
  }
}
