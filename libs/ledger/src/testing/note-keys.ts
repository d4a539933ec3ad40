import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { noteKeyId, type NoteSigner, type NoteVerifier } from '../signed-note.js';
import { sha256 } from './sha256.js';

/** A new Ed25519 key pair for notes. */
export function noteKeys(name = 'berth'): {
  readonly signer: NoteSigner;
  readonly verifier: NoteVerifier;
  readonly publicKey: Uint8Array;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const id = noteKeyId(sha256, name, raw);
  return {
    signer: { name, id, sign: (message) => Uint8Array.from(sign(null, message, privateKey)) },
    verifier: { name, id, verify: (message, signature) => verify(null, message, publicKey, signature) },
    publicKey: raw,
  };
}
