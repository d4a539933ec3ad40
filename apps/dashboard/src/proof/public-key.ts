import { NOTE_KEY_NAME, noteKeyId, parseNoteVerifierKey, type Hash, type NoteVerifier } from '#ledger';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

/** SHA-256 that answers at once: the browser's own does not, and is missing where the page is not served safely. */
export const sha256: Hash = (bytes) => nobleSha256(bytes);

/** What stands before the 32 bytes of an Ed25519 key in a SubjectPublicKeyInfo (RFC 8410). */
const ED25519_PREFIX = '302a300506032b6570032100';

/** The public key of a text: PEM, or the verifier key of signed notes; undefined when it is neither. */
export function readPublicKey(text: string): NoteVerifier | undefined {
  const trimmed = text.trim();
  const found = trimmed.startsWith('-----BEGIN') ? fromPem(trimmed) : parseNoteVerifierKey(sha256, trimmed);
  if (found === undefined) return undefined;
  const { name, publicKey } = found;
  return {
    name,
    id: noteKeyId(sha256, name, publicKey),
    verify: (message, signature) => verified(signature, message, publicKey),
  };
}

function fromPem(text: string): { readonly name: string; readonly publicKey: Uint8Array } | undefined {
  const base64 = text.replaceAll(/-----[^-]+-----|\s/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return undefined;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const prefix = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (bytes.length !== 44 || prefix !== ED25519_PREFIX) return undefined;
  return { name: NOTE_KEY_NAME, publicKey: bytes.slice(12) };
}

/** Bytes that are no signature or no key are reported by an exception, and prove nothing either. */
function verified(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}
