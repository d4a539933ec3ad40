#!/usr/bin/env node
// As much of curl as the examples use, for machines that have only Node: -H -d -X -N -O -J --data-binary, and what it
// does anyway: -sS, --fail-with-body.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** A stream that is followed has no end: the example ends when nothing has come for this long. */
const QUIET_MS = 1_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    'data-binary': { type: 'string' },
    request: { type: 'string', short: 'X' },
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    'fail-with-body': { type: 'boolean' },
    'no-buffer': { type: 'boolean', short: 'N' },
    'remote-name': { type: 'boolean', short: 'O' },
    'remote-header-name': { type: 'boolean', short: 'J' },
  },
});
const [url] = positionals;
const file = values['data-binary'];
const body = values.data ?? (file?.startsWith('@') === true ? readFileSync(file.slice(1)) : file);
const response = await fetch(url, {
  method: values.request ?? (body === undefined ? 'GET' : 'POST'),
  headers: values.header.map((header) => header.split(/:\s*/, 2)),
  body,
});
if (values['no-buffer'] === true) {
  let quiet = setTimeout(() => process.exit(0), QUIET_MS);
  for await (const chunk of response.body) {
    clearTimeout(quiet);
    process.stdout.write(chunk);
    quiet = setTimeout(() => process.exit(0), QUIET_MS);
  }
} else if (values['remote-name'] === true) {
  const [, name] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  writeFileSync(name ?? url.split('/').at(-1), Buffer.from(await response.arrayBuffer()));
} else {
  process.stdout.write(Buffer.from(await response.arrayBuffer()));
}
process.exitCode = response.ok ? 0 : 22;
