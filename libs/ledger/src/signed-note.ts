import { fromBase64, toBase64 } from './base64.js';
import { utf8Bytes } from './canonical-bytes.js';
import { concatBytes, equalBytes, type Hash } from './hash.js';

/** A key of signed notes (c2sp.org/signed-note): Ed25519. */
export interface NoteKey {
  /** Without spaces and plus signs. */
  readonly name: string;
  /** Four bytes, as `noteKeyId` computes them. */
  readonly id: Uint8Array;
}

/** Signs notes; `sign` is Ed25519 over the text's bytes. */
export interface NoteSigner extends NoteKey {
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** Verifies notes; `verify` is Ed25519, true when the signature is the key's. */
export interface NoteVerifier extends NoteKey {
  readonly verify: (message: Uint8Array, signature: Uint8Array) => boolean;
}

/**
 * The name of the keys that Berth signs with: one key signs for all clusters of an installation, and
 * its id tells it from others.
 */
export const NOTE_KEY_NAME = 'berth';

/** c2sp.org/signed-note's signature type of Ed25519. */
const ED25519 = 0x01;
const SIGNATURE_BYTES = 64;

/** The id of an Ed25519 key: the first four bytes of `SHA-256(name || "\n" || 0x01 || 32-byte public key)`. */
export function noteKeyId(hash: Hash, name: string, publicKey: Uint8Array): Uint8Array {
  return hash(concatBytes(utf8Bytes(`${name}\n`), Uint8Array.of(ED25519), publicKey)).slice(0, 4);
}

/** A verifier key as tools of signed notes take it: `name+hexadecimal id+base64(0x01 || public key)`. */
export function noteVerifierKey({ name, id }: NoteKey, publicKey: Uint8Array): string {
  const hex = Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${name}+${hex}+${toBase64(concatBytes(Uint8Array.of(ED25519), publicKey))}`;
}

/** The name and the public key of a verifier key's text; undefined when it is none, or says another id than its own. */
export function parseNoteVerifierKey(
  hash: Hash,
  text: string,
): { readonly name: string; readonly publicKey: Uint8Array } | undefined {
  const [, name = '', encoded = ''] = /^([^+\s]+)\+[0-9a-f]{8}\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== ED25519) return undefined;
  const publicKey = bytes.slice(1);
  return noteVerifierKey({ name, id: noteKeyId(hash, name, publicKey) }, publicKey) === text
    ? { name, publicKey }
    : undefined;
}

/** The note of a text, which ends in a newline: text, empty line, one signature. */
export function signNote(text: string, { name, id, sign }: NoteSigner): string {
  return `${text}\n— ${name} ${toBase64(concatBytes(id, sign(utf8Bytes(text))))}\n`;
}

/**
 * The text of a note; undefined when it is not signed by this key. Stricter than c2sp.org/signed-note:
 * exactly one signature, which is this key's, and no other spelling of it. What another party has added to a
 * note is to be removed first.
 */
export function openNote(note: string, { name, id, verify }: NoteVerifier): string | undefined {
  const end = note.lastIndexOf('\n\n') + 1;
  if (end === 0) return undefined;
  const text = note.slice(0, end);
  const prefix = `— ${name} `;
  const signature = note.slice(end + 1);
  if (!signature.startsWith(prefix) || !signature.endsWith('\n')) return undefined;
  const bytes = fromBase64(signature.slice(prefix.length, -1));
  if (bytes?.length !== id.length + SIGNATURE_BYTES || !equalBytes(bytes.subarray(0, id.length), id)) return undefined;
  return verify(utf8Bytes(text), bytes.subarray(id.length)) ? text : undefined;
}

/** The key that a note says signed it; undefined for what is no note. Nothing is verified. */
export function signerOf(note: string): NoteKey | undefined {
  const [, name, encoded = ''] = /\n\n— ([^ \n]+) ([^ \n]+)\n$/.exec(note) ?? [];
  const bytes = fromBase64(encoded);
  return name === undefined || bytes === undefined ? undefined : { name, id: bytes.slice(0, 4) };
}

/**
 * The notes of a file that holds one after the other, with an empty line between them; what is cut off at its end is
 * a note that does not open.
 */
export function splitNotes(file: string): string[] {
  const parts = file.split('\n\n');
  const notes: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [text = '', signature] = parts.slice(at, at + 2);
    const last = at + 2 >= parts.length;
    if (signature === undefined) notes.push(text);
    else notes.push(`${text}\n\n${signature}${last ? '' : '\n'}`);
  }
  return notes.filter((note) => note !== '');
}
