import { readFileSync, writeFileSync } from 'node:fs';
import { commandsPage } from './commands-page.js';

/** `node dist/apps/cli/src/print-help.js --write`: what docs/cli.md says of commands is their help. */
const PAGE = 'docs/cli.md';

const written = readFileSync(PAGE, 'utf8');
const made = commandsPage(written);
if (process.argv.includes('--write')) writeFileSync(PAGE, made);
else if (written !== made) {
  process.stderr.write(`${PAGE} is not what the commands say: node dist/apps/cli/src/print-help.js --write\n`);
  process.exitCode = 1;
}
