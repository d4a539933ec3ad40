// `npm run check`: everything that is judged without running the tests. The types were checked
// by the set-up before this.
import { spawnSync } from 'node:child_process';
import { databaseDrift, printedDrift } from './drift.mjs';
import { releasedSchemaDrift } from './released-schema.mjs';
import { redoclyFindings, spectralFindings } from './openapi-judges.mjs';

/** Runs one of the tools; returns what it found, empty when nothing. */
function tool(path, ...args) {
  const run = spawnSync(process.execPath, [path, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return run.status === 0
    ? ''
    : `${run.stdout}${run.stderr}${run.error?.message ?? ''}` || `exit code ${run.status ?? run.signal}`;
}

const CHECKS = {
  types: () => tool('node_modules/typescript-7/bin/tsc', '-b', '--pretty', 'false'),
  format: () => tool('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  lint: () =>
    tool(
      'node_modules/eslint/bin/eslint.js',
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint/',
    ),
  boundaries: () =>
    tool(
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      'apps',
      'libs',
      'test',
      '--config',
      '.dependency-cruiser.cjs',
    ),
  lockfile: () => tool('tools/complete-lock.mjs', '--check'),
  'prisma schema': databaseDrift,
  'schema.graphql and openapi.json': printedDrift,
  'schema of the last release': releasedSchemaDrift,
  'openapi.json by Spectral': spectralFindings,
  'openapi.json by Redocly': redoclyFindings,
};

let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  const begun = performance.now();
  const findings = await check();
  failed += findings === '' ? 0 : 1;
  console.log(
    `${findings === '' ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`,
  );
  if (findings !== '') {
    console.log(findings.trimEnd());
  }
}
console.log(`check: ${Object.keys(CHECKS).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
