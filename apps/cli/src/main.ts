#!/usr/bin/env node
import { run } from './run.js';
import { processTerminal } from './terminal/index.js';

process.exitCode = await run(process.argv.slice(2), processTerminal());
