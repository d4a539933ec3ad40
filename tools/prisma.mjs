// The Prisma command line without its native schema engine: `npm run prisma -- migrate dev --name add_labels`. Needs
// DATABASE_URL, except for commands that only read the schema.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs Prisma; `options` are those of spawnSync. */
export function runPrisma(args, options = {}) {
  return spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../node_modules/prisma/build/index.js', import.meta.url)), ...args],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      ...options,
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(new URL('schema-engine.mjs', import.meta.url)),
        CHECKPOINT_DISABLE: '1',
        // Its configuration is compiled each time, not kept in node_modules.
        JITI_FS_CACHE: 'false',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        ...options.env,
      },
    },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = runPrisma(process.argv.slice(2), { stdio: 'inherit' }).status ?? 1;
}
