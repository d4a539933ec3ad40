import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

let digest: Buffer | undefined;

/**
 * SHA-256 over the compiled source of the scheduler library, file by file in byte order of their paths: two services
 * with the same digest decide with the same code.
 */
export function engineDigest(): Buffer {
  digest ??= hashFiles(fileURLToPath(import.meta.resolve('#scheduler')).replace(/index\.js$/, ''));
  return digest;
}

function hashFiles(folder: string): Buffer {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.js') && !/(\.spec\.js|^testing)/.test(path),
  );
  for (const path of files.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(`${folder}${path}`))
      .update('\0');
  return hash.digest();
}

let version: string | undefined;

/** The version of the package that this code came with. */
export function engineVersion(): string {
  version ??= (
    JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
      readonly version: string;
    }
  ).version;
  return version;
}
