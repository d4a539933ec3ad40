// `npm run check`: everything that is judged without running the tests. The types were checked
// by the set-up before this.
import { execFile } from 'node:child_process';
import { atOnce } from './at-once.mjs';
import { boundaryFindings } from './boundary-findings.mjs';
import { databaseDrift, printedDrift } from './drift.mjs';
import { releasedSchemaDrift } from './released-schema.mjs';
import { redoclyFindings, spectralFindings } from './openapi-judges.mjs';
import { vagueWords } from './published-words.mjs';

/** Runs one of the tools; returns what it found, empty when nothing. */
function tool(path, ...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve(error === null ? '' : `${stdout}${stderr}` || error.message);
    });
  });
}

/** Two at a time, in this order: the longest first, and beside it all the others. */
const CHECKS = {
  lint: () =>
    tool(
      // Types of all libraries at once are more than Node gives a process by itself, and the trees of files are
      // garbage soon.
      '--max-old-space-size=8192',
      '--max-semi-space-size=128',
      'node_modules/eslint/bin/eslint.js',
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint/',
    ),
  'lint by types': () => tool('node_modules/oxlint/bin/oxlint', '--deny-warnings'),
  types: () => tool('node_modules/typescript-7/bin/tsc', '-b', '--pretty', 'false'),
  format: () => tool('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  boundaries: boundaryFindings,
  'words of published text': vagueWords,
  lockfile: () => tool('tools/complete-lock.mjs', '--check'),
  dependencies: () => tool('node_modules/knip/bin/knip.js', '--dependencies', '--no-progress'),
  licences: () => tool('tools/bill-of-materials.mjs', '--check'),
  'prisma schema': databaseDrift,
  'schema.graphql and openapi.json': printedDrift,
  'schema of the last release': releasedSchemaDrift,
  'openapi.json by Spectral': spectralFindings,
  'openapi.json by Redocly': redoclyFindings,
};
const AT_ONCE = 2;

let failed = 0;
async function judge([name, check]) {
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

await atOnce(
  AT_ONCE,
  Object.entries(CHECKS).map((check) => () => judge(check)),
);
console.log(`check: ${Object.keys(CHECKS).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
