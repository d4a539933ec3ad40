import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One folder of prisma/migrations. */
export interface Migration {
  /** The folder's name, which begins with a time and so gives the order. */
  readonly name: string;
  readonly script: string;
  /** SHA-256 of the script in hexadecimal, as Prisma records it. */
  readonly checksum: string;
}

/** prisma/migrations of this checkout or image, seen from the compiled file below dist/. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../../../prisma/migrations', import.meta.url));

/** All migrations of `folder` in the order in which they are applied. */
export function readMigrations(folder: string): readonly Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const script = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, script, checksum: sha256(script) };
    });
}

/**
 * True when `checksum` is that of the script, however its lines ended when it was recorded (as Prisma's schema engine).
 */
export function matchesChecksum({ script }: Migration, checksum: string): boolean {
  const unix = script.replaceAll('\r\n', '\n');
  return [script, unix, unix.replaceAll('\n', '\r\n')].some((variant) => sha256(variant) === checksum);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
