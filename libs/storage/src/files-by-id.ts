import type { FileStorage, OpenFile } from './file-storage.js';
import { StorageError } from './folder/index.js';

/** Which files they are, and how much they may take. */
export interface FilesOfFolder {
  readonly folder: string;
  /** For people, in the plural: `exports of the last day`. */
  readonly what: string;
  /** Bytes that they may take together when another one is written. */
  readonly mostBytes: number;
}

/** The compressed files of one folder, each under the id of what it belongs to. */
export class FilesById {
  readonly #file: RegExp;

  constructor(
    private readonly storage: FileStorage,
    private readonly options: FilesOfFolder,
  ) {
    this.#file = new RegExp(`^${options.folder}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.gz$`);
  }

  get place(): string {
    return this.storage.place;
  }

  nameOf(id: string): string {
    return `${this.options.folder}/${id}.gz`;
  }

  /** @throws StorageError, and what the pieces throw */
  write(id: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    return this.storage.write(this.nameOf(id), pieces);
  }

  /** @throws StorageError where the files that are there take all that they may */
  async requireRoom(): Promise<void> {
    const { folder, what, mostBytes } = this.options;
    const bytes = (await this.storage.list(folder)).reduce((sum, file) => sum + file.bytes, 0);
    if (bytes >= mostBytes) throw new StorageError(this.place, `${what} take ${mostBytes} bytes already`);
  }

  /** Undefined where there is none. @throws StorageError */
  open(id: string): Promise<OpenFile | undefined> {
    return this.storage.open(this.nameOf(id));
  }

  /** The ids that have a file. @throws StorageError */
  async ids(): Promise<readonly string[]> {
    return (await this.storage.list(this.options.folder)).flatMap(({ name }) => this.#file.exec(name)?.[1] ?? []);
  }

  /** Removes the files of these ids, and what processes that are gone have left unfinished. @throws StorageError */
  async tidy(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.remove(id);
    await this.storage.tidy(this.options.folder);
  }

  /** @throws StorageError */
  remove(id: string): Promise<void> {
    return this.storage.remove(this.nameOf(id));
  }
}
