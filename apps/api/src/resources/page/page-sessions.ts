import { Sealed } from './sealed.js';

/** By what a reader of the page authenticates, as it stands in the headers of a request. */
export interface PageIdentity {
  readonly authorization: string;
  /** The team that a person acts for, of several. */
  readonly team?: string;
}

/**
 * What a browser keeps in place of a key: the key, sealed. Nothing is stored here: a session ends with its key, or with
 * the browser.
 */
export class PageSessions {
  readonly #sealed: Sealed;

  constructor(secretsKey: Uint8Array) {
    this.#sealed = new Sealed(secretsKey, 'session of the page');
  }

  seal({ authorization, team }: PageIdentity): Promise<string> {
    return this.#sealed.seal({ authorization, ...(team !== undefined && { team }) });
  }

  /** Undefined for what this service did not seal, or sealed with another key. */
  async open(sealed: string): Promise<PageIdentity | undefined> {
    const payload = await this.#sealed.open(sealed);
    if (payload === undefined) return undefined;
    const { authorization, team } = payload as unknown as PageIdentity;
    return { authorization, ...(team !== undefined && { team }) };
  }
}
