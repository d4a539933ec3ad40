import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { passingSigningKey } from '#history';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { pino } from 'pino';
import { createApp } from './app.js';
import { readConfig } from './boot/config.js';
import { publishedDocument } from './boot/published-document.js';
import { stop } from './boot/stop.js';
import { printedSchema } from './ground/graphql/index.js';

/**
 * Prints what is published from the module that serves it: `--write` into the files at the top of the repository,
 * `--check` compares them. No database is asked: connections are made when they are used.
 */
const ROOT = new URL('../../../../', import.meta.url);

async function printSchemas(): Promise<Readonly<Record<string, string>>> {
  const logger = pino({ level: 'silent' });
  const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none';
  const signing = { key: passingSigningKey() };
  const app = await createApp({ config: readConfig({}), logger, databaseUrl, signing, plugins: [] });
  await app.init();
  const printed = {
    'openapi.json': `${JSON.stringify(publishedDocument(app), null, 2)}\n`,
    'schema.graphql': printedSchema(app.get(GraphQLSchemaHost).schema),
  };
  await stop(app);
  return printed;
}

function differs(file: string, text: string): boolean {
  try {
    return readFileSync(new URL(file, ROOT), 'utf8') !== text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

const [mode] = process.argv.slice(2);
if (mode !== '--write' && mode !== '--check') {
  process.stderr.write('usage: print-schemas.js --write | --check\n');
  process.exit(2);
}
const changed = Object.entries(await printSchemas()).filter(([file, text]) => differs(file, text));
for (const [file, text] of changed) {
  if (mode === '--write') writeFileSync(new URL(file, ROOT), text);
  process.stdout.write(
    mode === '--write'
      ? `${file} written\n`
      : `${file} is not what the code serves: run \`node ${fileURLToPath(import.meta.url)} --write\`\n`,
  );
}
process.exitCode = mode === '--check' && changed.length > 0 ? 1 : 0;
