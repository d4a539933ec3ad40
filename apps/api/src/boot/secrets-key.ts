import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/** A key file that cannot be used; the message is for the operator of the service. */
export class SecretsKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretsKeyError';
  }
}

const BYTES = 32;

/**
 * The key that the values of Secrets are encrypted with: 32 bytes as base64. With `mayMake` it is made where there is
 * none, readable by its owner alone.
 * @throws SecretsKeyError when the file is not there and may not be made, or holds something else
 */
export async function provideSecretsKey(path: string, { mayMake }: { readonly mayMake: boolean }): Promise<Uint8Array> {
  if (mayMake) await makeKey(path);
  const key = Buffer.from(await textOf(path), 'base64');
  if (key.length !== BYTES)
    throw new SecretsKeyError(
      `${path} holds no key of ${BYTES} bytes as base64: \`openssl rand -base64 32\` makes one.`,
    );
  return key;
}

/** Whole or not at all: another process may make it at the same time. */
async function makeKey(path: string): Promise<void> {
  const key = randomBytes(BYTES);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SecretsKeyError(`The key of the values of Secrets ${path} is not there.`);
  }
}
