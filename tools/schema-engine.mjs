#!/usr/bin/env node
// Stands in for Prisma's native schema engine, a download that not every network reaches: the same JSON-RPC over
// standard input and output, answered by Prisma's own engine compiled to WebAssembly, which talks to PostgreSQL through
// @prisma/adapter-pg. For development and the drift check; the protocol is internal to Prisma,
// so its versions are pinned.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import { canConnect, createDatabase, EngineAdapterFactory } from './schema-engine-adapter.mjs';

/** Error codes of Prisma for what PostgreSQL answers to a connection. */
const CONNECTION_ERRORS = { '3D000': 'P1003', '28P01': 'P1000' };
/** Prisma's code for an error whose text is in `data`. */
const KNOWN_ERROR = 4466;

/** Log lines are read from standard error, as JSON. */
function logError(fields) {
  process.stderr.write(`${JSON.stringify({ level: 'ERROR', target: 'schema_engine', fields })}\n`);
}

let panic;
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message: (message) => {
    panic = message;
  },
};
process.on('uncaughtException', (error) => {
  logError({ message: panic ?? String(error?.stack ?? error) });
  process.exit(panic === undefined ? 1 : 101);
});

/** @returns {{url?: string, command?: string, datamodels: [string, string][]}} */
function parseArguments(args) {
  const parsed = { datamodels: [] };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--datasource') {
      parsed.url = JSON.parse(args[++i]).url;
    } else if (args[i] === '--datamodels') {
      parsed.datamodels.push([args[++i], readFileSync(args[i], 'utf8')]);
    } else if (args[i] === 'cli') {
      parsed.command = args[++i];
    } else if (args[i] === '--version') {
      parsed.command = 'version';
    }
  }
  return parsed;
}

async function runCommand(command, url) {
  try {
    switch (command) {
      case 'version':
        console.log('schema-engine-cli wasm');
        return 0;
      case 'can-connect-to-database':
        await canConnect(url);
        return 0;
      case 'create-database':
        await createDatabase(url);
        return 0;
      default:
        throw new Error(`this schema engine has no command ${command}`);
    }
  } catch (error) {
    logError({
      error_code: CONNECTION_ERRORS[error.code] ?? 'P1001',
      message: error.message || String(error.errors?.[0] ?? error),
    });
    return 1;
  }
}

async function openEngine({ url, datamodels }) {
  const wasm = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const factory = bindMigrationAwareSqlAdapterFactory(new EngineAdapterFactory(url));
  return glue.SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => undefined,
    factory,
  );
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Two names differ between the protocol and the WebAssembly build. */
async function call(engine, method, params) {
  const result = await engine[method === 'getDatabaseVersion' ? 'version' : method]({
    filters: { externalTables: [], externalEnums: [] },
    ...params,
  });
  if (method === 'diff' && result?.stdout) {
    send({ id: 0, method: 'print', params: { content: result.stdout } });
  }
  return result;
}

async function serve(options) {
  let engine;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') {
      continue;
    }
    const { id, method, params } = JSON.parse(line);
    try {
      if (method === 'createDatabase') {
        send({ id, result: await createDatabase(params.datasource?.url ?? options.url) });
      } else {
        engine ??= await openEngine(options);
        send({ id, result: (await call(engine, method, params)) ?? null });
      }
    } catch (error) {
      const data = { is_panic: false, message: error?.message ?? String(error), error_code: error?.code, meta: null };
      send({ id, error: { code: KNOWN_ERROR, message: 'An error happened. Check the data field for details.', data } });
    }
  }
}

const options = parseArguments(process.argv.slice(2));
if (options.command === undefined) {
  await serve(options);
  process.exit(0);
}
process.exit(await runCommand(options.command, options.url));
