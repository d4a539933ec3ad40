import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  randomUUID,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NOTE_KEY_NAME, noteKeyId, noteVerifierKey, type NoteSigner, type NoteVerifier } from '#ledger';

/** The key that checkpoints are signed with: Ed25519. */
export interface SigningKey {
  readonly signer: NoteSigner;
  readonly verifier: NoteVerifier;
  /** The public key as PEM (SPKI). */
  readonly publicKeyPem: string;
  /** The same as tools of signed notes take it. */
  readonly verifierKey: string;
}

/** A key file that cannot be used; the message is for the operator of the service. */
export class SigningKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SigningKeyError';
  }
}

/**
 * The key of a file, which is made where there is none; readable by its owner alone.
 * @throws SigningKeyError when it holds no Ed25519 private key
 */
export async function openSigningKey(path: string): Promise<SigningKey> {
  return (await findSigningKey(path)) ?? (await makeKey(path)) ?? (await readSigningKey(path));
}

/** The key of a file that is there. @throws SigningKeyError when it is not, or holds no Ed25519 private key */
export async function readSigningKey(path: string): Promise<SigningKey> {
  const key = await findSigningKey(path);
  if (key === undefined) throw new SigningKeyError(`The signing key ${path} is not there.`);
  return key;
}

/** A key that is not stored. */
export function passingSigningKey(): SigningKey {
  return signingKeyOf(generateKeyPairSync('ed25519').privateKey);
}

/** The key of a file; undefined where there is none. @throws SigningKeyError when it holds something else */
export async function findSigningKey(path: string): Promise<SigningKey | undefined> {
  const pem = await textOf(path);
  if (pem === undefined) return undefined;
  const key = privateKeyOf(pem);
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new SigningKeyError(
      `${path} holds no Ed25519 private key (PEM, PKCS#8): \`openssl genpkey -algorithm ed25519\` makes one.`,
    );
  return signingKeyOf(key);
}

/** Undefined when another process made one at the same time. A process that dies here leaves no half of a key. */
async function makeKey(path: string): Promise<SigningKey | undefined> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    await file.sync();
    await link(draft, path);
    return signingKeyOf(privateKey);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  } finally {
    await file.close();
    await rm(draft);
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // No key, for every error that OpenSSL reports.
    return undefined;
  }
}

/** What verifies the notes of a key, of which the public half is known as PEM. */
export function noteVerifierOf(publicKeyPem: string): NoteVerifier {
  return verifierOf(createPublicKey(publicKeyPem)).verifier;
}

function verifierOf(publicKey: KeyObject) {
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const named = { name: NOTE_KEY_NAME, id: noteKeyId(sha256, NOTE_KEY_NAME, raw) };
  const verifier: NoteVerifier = {
    ...named,
    verify: (message, signature) => verify(null, message, publicKey, signature),
  };
  return { raw, named, verifier };
}

function signingKeyOf(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const { raw, named, verifier } = verifierOf(publicKey);
  return {
    signer: { ...named, sign: (message) => sign(null, message, privateKey) },
    verifier,
    publicKeyPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    verifierKey: noteVerifierKey(named, raw),
  };
}

function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}
