import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';

/** By what a reader of the page authenticates, as it stands in the headers of a request. */
export interface PageIdentity {
  readonly authorization: string;
  /** The team that a person acts for, of several. */
  readonly team?: string;
}

const HASH = 'sha256';
const PURPOSE = 'session of the page';
const KEY_BYTES = 32;
const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

/**
 * What a browser keeps in place of a key: the key, sealed so that only this service opens it, with the key of the
 * values of Secrets. Nothing is stored here: a session ends with its key, or with the browser.
 */
export class PageSessions {
  readonly #key: Uint8Array;

  constructor(secretsKey: Uint8Array) {
    this.#key = new Uint8Array(hkdfSync(HASH, secretsKey, new Uint8Array(), PURPOSE, KEY_BYTES));
  }

  seal({ authorization, team }: PageIdentity): Promise<string> {
    return new EncryptJWT({ authorization, ...(team !== undefined && { team }) })
      .setProtectedHeader(HEADER)
      .encrypt(this.#key);
  }

  /** Undefined for what this service did not seal, or sealed with another key. */
  async open(sealed: string): Promise<PageIdentity | undefined> {
    try {
      const { payload } = await jwtDecrypt(sealed, this.#key, {
        keyManagementAlgorithms: [HEADER.alg],
        contentEncryptionAlgorithms: [HEADER.enc],
      });
      const { authorization, team } = payload as unknown as PageIdentity;
      return { authorization, ...(team !== undefined && { team }) };
    } catch {
      return undefined;
    }
  }
}
