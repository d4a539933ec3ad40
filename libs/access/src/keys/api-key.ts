import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { crc32 } from 'node:zlib';

/** What a key is made of. A finder of one sees what it is, and whether it was copied whole. */
export interface ApiKeyParts {
  /** Names the key; no secret. */
  readonly id: string;
  readonly secret: string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
/** Of 62 letters: 190 bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY = /^berth_([0-9A-Za-z]{12})_([0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/;

/** Publishes the hash of the secret of each key that is made, a Buffer: what is stored of it, and never the key. */
const MADE = channel('berth.key.made');

/** A new one, of the random numbers of the system. */
export function newKey(): ApiKeyParts {
  const key = { id: letters(ID_LENGTH), secret: letters(SECRET_LENGTH) };
  if (MADE.hasSubscribers) MADE.publish(secretHash(key.secret));
  return key;
}

/** As it is handed out: `berth_<id>_<secret>_<checksum>`. */
export function keyText({ id, secret }: ApiKeyParts): string {
  const body = `berth_${id}_${secret}`;
  return `${body}_${checksum(body)}`;
}

/** Whether a text is meant as a key, whole or not. */
export function isKeyLike(text: string): boolean {
  return text.startsWith('berth_');
}

/** Undefined for what is no key, or was not copied whole. */
export function parseKey(text: string): ApiKeyParts | undefined {
  const [, id, secret, sum] = KEY.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  return sum === checksum(`berth_${id}_${secret}`) ? { id, secret } : undefined;
}

/**
 * What is stored of a secret. It is random and long: no slow hash would make it harder to guess, and one would make it
 * easy to keep the service busy.
 */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Takes as long whether they are equal or not. */
export function isSecret(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(secretHash(secret), hash);
}

/** Without the bytes that would make some letters likelier than others. */
function letters(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  return text;
}

/** CRC-32 in the same letters. */
function checksum(body: string): string {
  let [rest, text] = [crc32(body), ''];
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = `${ALPHABET[rest % 62]}${text}`;
    rest = Math.floor(rest / 62);
  }
  return text;
}
