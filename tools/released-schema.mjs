// Compares schema.graphql with the one that was released last (released/schema.graphql): what a client of that release
// asks must still be answered. `--release` makes the present schema the released one, for the version in package.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildSchema, findBreakingChanges } from 'graphql';

const RELEASED = 'released/schema.graphql';
const HEAD = /^# The schema of release (\d+)\.(\d+)\.(\d+)\b/;

const head = (version) =>
  `# The schema of release ${version}. ` +
  '`node tools/released-schema.mjs --release` moves it on; docs/development.md says when.\n';

/** What of the released schema is gone or has changed, in words; empty when nothing is. */
export function breakingChanges(released, present) {
  return findBreakingChanges(buildSchema(released), buildSchema(present)).map(
    ({ type, description }) => `${type}: ${description}`,
  );
}

/** Whether a version may break what the other one had: another major one, or minor below 1.0.0. */
export function mayBreak(released, version) {
  const [major, minor] = released.split('.').map(Number);
  const [nextMajor, nextMinor] = version.split('.').map(Number);
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
}

/** For `npm run check`: empty when nothing of the release is broken, or the version says so. */
export function releasedSchemaDrift() {
  const released = readFileSync(RELEASED, 'utf8');
  const [, ...numbers] = HEAD.exec(released) ?? [];
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (numbers.length === 0) return `${RELEASED} does not say of which release it is`;
  if (mayBreak(numbers.join('.'), version)) return '';
  const changes = breakingChanges(released, readFileSync('schema.graphql', 'utf8'));
  return changes.length === 0
    ? ''
    : `clients of release ${numbers.join('.')} break, and ${version} is no version that may:\n${changes.join('\n')}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv[2] === '--release') {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    writeFileSync(RELEASED, `${head(version)}${readFileSync('schema.graphql', 'utf8')}`);
  } else {
    const found = releasedSchemaDrift();
    process.stdout.write(found === '' ? '' : `${found}\n`);
    process.exitCode = found === '' ? 0 : 1;
  }
}
