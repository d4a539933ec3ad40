import type { DocumentNode } from 'graphql';

/** What a character of a query takes when it is parsed. */
const BYTES_A_CHARACTER = 80;

/**
 * Queries that were parsed and found valid, by what Apollo Server knows them by; those that were not asked for longest
 * go first. Its own store counts them as JSON, and leaves out most of what they take: tokens and places.
 */
export class DocumentStore {
  /** By their last uses. */
  readonly #documents = new Map<string, DocumentNode>();
  #characters = 0;

  readonly #mostCharacters: number;

  constructor(mostBytes: number) {
    this.#mostCharacters = mostBytes / BYTES_A_CHARACTER;
  }

  get(key: string): Promise<DocumentNode | undefined> {
    const document = this.#documents.get(key);
    if (document !== undefined) {
      this.#documents.delete(key);
      this.#documents.set(key, document);
    }
    return Promise.resolve(document);
  }

  set(key: string, document: DocumentNode): Promise<void> {
    this.#forget(key);
    this.#documents.set(key, document);
    this.#characters += charactersOf(document);
    for (const oldest of this.#documents.keys()) {
      if (this.#characters <= this.#mostCharacters) break;
      this.#forget(oldest);
    }
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#forget(key));
  }

  #forget(key: string): boolean {
    const document = this.#documents.get(key);
    if (document !== undefined) this.#characters -= charactersOf(document);
    return this.#documents.delete(key);
  }
}

function charactersOf({ loc }: DocumentNode): number {
  return loc?.source.body.length ?? 0;
}
