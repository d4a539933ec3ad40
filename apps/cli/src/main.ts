#!/usr/bin/env node
import { EXIT } from './command.js';
import { run } from './run.js';

process.exitCode = await run(process.argv.slice(2), {
  input: process.stdin,
  print: (line) => {
    process.stdout.write(`${line}\n`);
  },
  complain: (line) => {
    process.stderr.write(`${line}\n`);
  },
}).catch((error: unknown) => {
  process.stderr.write(`berth: ${error instanceof Error ? error.message : String(error)}\n`);
  return EXIT.unknown;
});
