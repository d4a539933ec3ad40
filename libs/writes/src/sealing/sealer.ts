import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { digestText, isDigest } from '#kubernetes';
import type { Manifest } from '#rows';

/** A Secret as it is stored: with digests in the place of its values, and these encrypted beside it. */
export interface Sealed {
  readonly object: Manifest;
  /** Absent where the object has no value of its own: what is encrypted beside it stays. Empty: it has none at all. */
  readonly sealed?: Uint8Array;
}

interface Values {
  readonly data: Readonly<Record<string, string>>;
  readonly applied?: string;
}

/** `kubectl apply` writes all of a manifest into it. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NOTHING = new Uint8Array();

/**
 * Takes the values out of Secrets and puts them back. The values are encrypted (AES-256-GCM) for the object that they
 * are of; a digest (HMAC-SHA-256) is of a value in one place, so that equal values in two places do not look alike.
 */
export class Sealer {
  static readonly #known = new WeakMap<object, Sealer>();
  readonly #digestKey: Buffer;
  readonly #cipherKey: Buffer;

  /** @param key at least 32 random bytes */
  constructor(key: Uint8Array) {
    this.#digestKey = derived(key, 'berth digests of secrets');
    this.#cipherKey = derived(key, 'berth values of secrets');
  }

  /** Seals what is written into a database with this key from now on. */
  static use(database: object, key: Uint8Array): void {
    this.#known.set(database, new Sealer(key));
  }

  /** Of a database; where none was given, one whose key ends with the process. */
  static of(database: object): Sealer {
    const known = this.#known.get(database) ?? new Sealer(randomBytes(32));
    this.#known.set(database, known);
    return known;
  }

  /** The object as it is stored; other kinds are stored as they are. */
  seal(clusterId: string, object: Manifest): Sealed {
    if (object.kind !== 'Secret') return { object };
    const place = placeOf(clusterId, object);
    const { stringData: _, ...rest } = object;
    const data = dataOf(object);
    const open = Object.entries(data).filter(([, value]) => !isDigest(textOf(value)));
    const applied = appliedOf(object);
    const isOpen = applied !== undefined && !isDigest(applied);
    const hidden = {
      ...rest,
      ...(object['data'] === undefined || object['data'] === null
        ? {}
        : {
            data: { ...data, ...Object.fromEntries(open.map(([key, value]) => [key, this.#shown(place, key, value)])) },
          }),
      ...(isOpen && { metadata: withApplied(object, this.#digest(place, LAST_APPLIED, Buffer.from(applied))) }),
    } as Manifest;
    const hasDigests = Object.keys(data).length > open.length || (applied !== undefined && !isOpen);
    if (open.length === 0 && !isOpen) return hasDigests ? { object } : { object: hidden, sealed: NOTHING };
    const values: Values = { data: Object.fromEntries(open), ...(isOpen && { applied }) };
    return { object: hidden, sealed: this.#encrypt(place, values) };
  }

  /**
   * An object with its values, as far as its digests are of what is encrypted for an object of its name: the stored
   * one, or what a writer sends who was shown digests. As it is where nothing is, or with another key.
   */
  reveal(
    clusterId: string,
    { object, sealed }: { readonly object: Manifest; readonly sealed?: Uint8Array | undefined },
  ): Manifest {
    if (object.kind !== 'Secret' || sealed === undefined || sealed.length === 0) return object;
    const place = placeOf(clusterId, object);
    const values = this.#decrypt(place, sealed);
    return values === undefined ? object : this.#filledIn(place, object, values);
  }

  /** Encrypts a text that is of one place. */
  sealText(place: string, text: string): Uint8Array {
    return this.#encrypt(place, { data: { text } });
  }

  /** What was encrypted for a place; undefined where it was for another one, or with another key. */
  revealText(place: string, sealed: Uint8Array): string | undefined {
    return this.#decrypt(place, sealed)?.data['text'];
  }

  #filledIn(place: string, object: Manifest, values: Values): Manifest {
    const given = Object.entries(dataOf(object));
    const data = given.map(([key, shown]) => {
      const value = Object.hasOwn(values.data, key) ? values.data[key] : undefined;
      return [key, value !== undefined && this.#shown(place, key, value) === shown ? value : shown];
    });
    const { applied } = values;
    const isApplied =
      applied !== undefined && appliedOf(object) === this.#digest(place, LAST_APPLIED, Buffer.from(applied));
    return {
      ...object,
      ...(given.length > 0 && { data: Object.fromEntries(data) as Record<string, string> }),
      ...(isApplied && { metadata: withApplied(object, applied) }),
    };
  }

  /** The digest of a value as `data` has it. */
  #shown(place: string, key: string, value: string): string {
    return Buffer.from(this.#digest(place, key, Buffer.from(value, 'base64'))).toString('base64');
  }

  #digest(place: string, key: string, value: Uint8Array): string {
    const hmac = createHmac('sha256', this.#digestKey)
      .update(JSON.stringify([place, key]))
      .update('\0')
      .update(value);
    return digestText(hmac.digest('hex'));
  }

  #encrypt(place: string, values: Values): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#cipherKey, nonce).setAAD(Buffer.from(place));
    const text = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  #decrypt(place: string, sealed: Uint8Array): Values | undefined {
    const bytes = Buffer.from(sealed);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#cipherKey, nonce)
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')) as Values;
    } catch {
      // Of another key, or of another object: node:crypto has no code for that.
      return undefined;
    }
  }
}

function derived(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
}

function placeOf(clusterId: string, { metadata: { namespace = '', name } }: Manifest): string {
  return JSON.stringify([clusterId, namespace, name]);
}

function dataOf(object: Manifest): Readonly<Record<string, string>> {
  const { data } = object as { readonly data?: Readonly<Record<string, string | null>> | null };
  return Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, value ?? '']));
}

function textOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}

function appliedOf({ metadata: { annotations } }: Manifest): string | undefined {
  return annotations !== undefined && Object.hasOwn(annotations, LAST_APPLIED) ? annotations[LAST_APPLIED] : undefined;
}

function withApplied({ metadata }: Manifest, applied: string): Manifest['metadata'] {
  return { ...metadata, annotations: { ...metadata.annotations, [LAST_APPLIED]: applied } };
}
