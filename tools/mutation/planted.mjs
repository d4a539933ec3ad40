// Plants the faults of planted.json into the compiled libraries, one at a time, and runs the specs that are near: with
// the share of generated cases that `npm test` tries, and where that finds nothing with all of them. Prints a line a
// fault; exit code 1 when one is found by neither. `node tools/mutation/planted.mjs [part of a file's name]`, after
// `node tools/prepare.mjs`; nothing else may run from `dist` meanwhile.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));
const [part = ''] = process.argv.slice(2);

function isPassing(specs, cases) {
  const jest = ['node_modules/jest/bin/jest.js', '--bail=1', '--testPathPatterns', specs];
  const args = ['--disable-warning=ExperimentalWarning', ...jest];
  return spawnSync(process.execPath, args, { cwd: ROOT, env: { ...process.env, CASES: cases } }).status === 0;
}

const sound = new Set();

/** Specs that fail without a fault would find every one. */
function requireSound(specs) {
  if (!sound.has(specs) && !isPassing(specs, 'some')) throw new Error(`${specs}: these fail without a fault`);
  sound.add(specs);
}

/** Whether the specs fail with the fault in its file, which is put right afterwards. */
function isFound({ file, from, to, specs }, cases) {
  const path = join(ROOT, 'dist/libs', file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return !isPassing(specs, cases);
  } finally {
    writeFileSync(path, text);
  }
}

const faults = JSON.parse(readFileSync(join(HERE, 'planted.json'), 'utf8')).filter(({ file }) => file.includes(part));
const stale = faults.filter(({ file, from }) => !readFileSync(join(ROOT, 'dist/libs', file), 'utf8').includes(from));
if (stale.length > 0) {
  const lines = stale.map(({ file, from }) => `  ${file} has no ${from}`);
  throw new Error(`planted.json is older than the code:\n${lines.join('\n')}`);
}

let missed = 0;
for (const fault of faults) {
  requireSound(fault.specs);
  const by = isFound(fault, 'some') ? 'npm test' : isFound(fault, 'all') ? 'all cases only' : 'nothing';
  missed += by === 'nothing' ? 1 : 0;
  console.log(`found by ${by}: ${fault.file}: ${fault.from} -> ${fault.to}`);
}
console.log(`${faults.length} faults, ${missed} not found`);
process.exitCode = missed > 0 ? 1 : 0;
