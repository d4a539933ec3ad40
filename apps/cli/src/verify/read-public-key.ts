import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { NOTE_KEY_NAME, noteKeyId, parseNoteVerifierKey, type NoteVerifier } from '#ledger';
import { UsageError } from '../exit.js';
import { sha256 } from '../sha256.js';

/**
 * The key of a file that holds an Ed25519 public key: as PEM, or as the verifier key of signed notes.
 * @throws UsageError
 */
export async function readPublicKey(path: string): Promise<NoteVerifier> {
  const text = (await readFile(path, 'utf8')).trim();
  const { name, key } = text.startsWith('-----BEGIN') ? { name: NOTE_KEY_NAME, key: pemKey(text) } : noteKey(text);
  if (key?.asymmetricKeyType !== 'ed25519') throw new UsageError(`${path} contains no Ed25519 public key`);
  const raw = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    name,
    id: noteKeyId(sha256, name, raw),
    verify: (message, signature) => verify(null, message, key, signature),
  };
}

function pemKey(text: string): KeyObject | undefined {
  try {
    return createPublicKey(text);
  } catch {
    // Every error of OpenSSL means that it is not a key.
    return undefined;
  }
}

function noteKey(text: string): { readonly name: string; readonly key: KeyObject | undefined } {
  const { name, publicKey } = parseNoteVerifierKey(sha256, text) ?? { name: '', publicKey: undefined };
  if (publicKey === undefined) return { name, key: undefined };
  return {
    name,
    key: createPublicKey({
      format: 'jwk',
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
    }),
  };
}
