import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, runProgram, startProgram } from '#test-programs';

/** What is looked at: a request as it goes over the wire, in which values are parameters or marked with an asterisk. */
export interface Target {
  readonly name: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, with `*` behind each value that is looked at; a GET has none, and its parameters are looked at. */
  readonly body?: string;
}

/** What sqlmap came to. */
export interface Verdict {
  readonly name: string;
  /** Parameters that it tried to inject into. */
  readonly tested: readonly string[];
  /** Of those where it could, and how it thinks that it did. */
  readonly injectable: readonly string[];
  readonly how: readonly string[];
  /** What it said, where it came to no verdict. */
  readonly problem?: string;
}

/** @throws Error where it is not installed */
export function requireSqlmap(): string {
  const { stdout, status } = runProgram('sqlmap', ['--version']);
  if (status !== 0) throw new Error('sqlmap is not there: on Debian and Ubuntu, `apt-get install sqlmap` brings it');
  return stdout.trim().split('\n')[0] ?? '';
}

/** Of five: what it takes minutes for, and not hours. */
const LEVEL = '2';
const TESTED = /testing for SQL injection on (?:\(custom\) )?(?:GET|POST|JSON|URI)? ?parameter '([^']+)'/g;
const INJECTABLE = /^Parameter: (.+?) \(/gm;
const HOW = /^    Type: (.+)$/gm;
const HARMLESS = /all tested parameters do not appear to be injectable/;

/** Tries what it knows against PostgreSQL, up to a level, in every parameter of a request. */
export async function runSqlmap(target: Target): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-sqlmap-'));
  try {
    writeFileSync(join(folder, 'request'), textOf(target), { mode: 0o600 });
    const args = [
      '-r',
      join(folder, 'request'),
      '--ignore-stdin',
      '--batch',
      '--dbms',
      'PostgreSQL',
      '--level',
      LEVEL,
      '--risk',
      '1',
    ];
    const parameters = [...target.url.searchParams.keys()];
    if (target.body === undefined) args.push('-p', parameters.join(','));
    const said = await outputOf([
      ...args,
      ...['--flush-session', '--output-dir', join(folder, 'output'), '--disable-coloring', '--ignore-redirects'],
      ...['--timeout', '60', '--retries', '1', '-v', '1'],
    ]);
    const all = (pattern: RegExp): string[] => [...new Set([...said.matchAll(pattern)].map(([, one = '']) => one))];
    const injectable = all(INJECTABLE);
    const isVerdict = injectable.length > 0 || HARMLESS.test(said);
    return {
      name: target.name,
      tested: all(TESTED),
      injectable,
      how: all(HOW),
      ...(isVerdict ? {} : { problem: said.slice(-2_000) }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function textOf({ url, headers, body }: Target): string {
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const method = body === undefined ? 'GET' : 'POST';
  return [`${method} ${url.pathname}${url.search} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n');
}

async function outputOf(args: readonly string[]): Promise<string> {
  const { out, err } = await endOf(startProgram('sqlmap', args));
  return out + err;
}
