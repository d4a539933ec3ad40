import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';

const HASH = 'sha256';
const KEY_BYTES = 32;
const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

/** What a browser keeps for this service, which alone opens it: with a key made of that of the values of Secrets. */
export class Sealed {
  readonly #key: Uint8Array;

  /** What is sealed for one purpose is not opened for another. */
  constructor(secretsKey: Uint8Array, purpose: string) {
    this.#key = new Uint8Array(hkdfSync(HASH, secretsKey, new Uint8Array(), purpose, KEY_BYTES));
  }

  /** `lifetime` as `10m`; for ever where there is none. */
  seal(payload: JWTPayload, lifetime?: string): Promise<string> {
    const made = new EncryptJWT(payload).setProtectedHeader(HEADER);
    return (lifetime === undefined ? made : made.setExpirationTime(lifetime)).encrypt(this.#key);
  }

  /** Undefined for what this service did not seal, sealed with another key, or sealed too long ago. */
  async open(sealed: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtDecrypt(sealed, this.#key, {
        keyManagementAlgorithms: [HEADER.alg],
        contentEncryptionAlgorithms: [HEADER.enc],
      });
      return payload;
    } catch {
      return undefined;
    }
  }
}
