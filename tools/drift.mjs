// What is printed or derived agrees with what it comes from: the Prisma schema with the migrations, schema.graphql and
// openapi.json with the code. Each check returns what differs, in words; an empty text means nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPrisma } from './prisma.mjs';

/** Migrates an empty database and asks Prisma how it differs from prisma/schema.prisma. */
export async function databaseDrift() {
  const { migrate, startEmbeddedPostgres } = await import('#database');
  const dataDir = mkdtempSync(join(tmpdir(), 'berth-drift-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    await migrate({ url: server.url });
    const diff = runPrisma(
      ['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema.prisma', '--exit-code'],
      { env: { DATABASE_URL: server.url }, encoding: 'utf8' },
    );
    // Without an answer it would be no check: Prisma says either of the two.
    const agrees = diff.status === 0 && diff.stdout.includes('No difference detected');
    return agrees
      ? ''
      : `the migrations make another database than prisma/schema.prisma describes:\n${diff.stdout}${diff.stderr}`;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

/** Prints schema.graphql and openapi.json from the real module and compares. */
export function printedDrift() {
  const program = 'dist/apps/api/src/print-schemas.js';
  if (!existsSync(program)) {
    return `${program} is missing`;
  }
  const run = spawnSync(process.execPath, [program, '--check'], { encoding: 'utf8' });
  return run.status === 0 ? '' : `${run.stdout}${run.stderr}`;
}
