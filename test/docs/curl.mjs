#!/usr/bin/env node
// As much of curl as the examples use, for machines that have only Node: -H -d -X -N -O -J --data-binary, and what it
// does anyway: -sS, --fail-with-body.
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
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
const given = values.header
  .map((header) => header.split(/:\s*/, 2))
  .map(([name, value]) => [name.toLowerCase(), value]);
const headers = {
  accept: '*/*',
  // Who says nothing has no key: the services of specs take others for their admin.
  authorization: '',
  ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  ...Object.fromEntries(given),
};
const response = await new Promise((resolve, reject) => {
  const method = values.request ?? (body === undefined ? 'GET' : 'POST');
  // Not `fetch`, which takes as long to load as Node itself to start.
  request(url, { method, headers }, resolve).on('error', reject).end(body);
});
if (values['no-buffer'] === true) {
  let quiet = setTimeout(() => process.exit(0), QUIET_MS);
  for await (const chunk of response) {
    clearTimeout(quiet);
    process.stdout.write(chunk);
    quiet = setTimeout(() => process.exit(0), QUIET_MS);
  }
} else if (values['remote-name'] === true) {
  const [, name] = /filename="?([^";]+)/.exec(response.headers['content-disposition'] ?? '') ?? [];
  writeFileSync(name ?? url.split('/').at(-1), await bytesOf(response));
} else {
  process.stdout.write(await bytesOf(response));
}
process.exitCode = response.statusCode < 400 ? 0 : 22;

async function bytesOf(stream) {
  return Buffer.concat(await stream.toArray());
}
