import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { FORMATS } from './output/index.js';

/** Options that mean the same for every command that has them. */
export const OUTPUT = new Option('-o, --output <format>', 'output format instead of a table').choices(FORMATS);
export const VALUE_OUTPUT = new Option('-o, --output <format>', 'the whole answer of the API, in this format').choices([
  'json',
  'yaml',
] as const);
export const WATCH = new Option('-w, --watch', 'read again every two seconds, until Ctrl-C');
export const AT = new Option(
  '--at <moment>',
  'an earlier moment: a position (123), a revision (revision:42) or an RFC 3339 time',
);
export const NAMESPACE = new Option('-n, --namespace <namespace>', 'of this namespace only');
export const SELECTOR = new Option('-l, --selector <selector>', 'with these labels: app=web,tier in (a,b)');
/** How long a link is good for. */
export const EXPIRES_IN = new Option('--expires-in <seconds>', 'seconds until it expires (default: 3600)').argParser(
  wholeNumber,
);

export const LIMIT = new Option('--limit <number>', 'maximum number to show').argParser(wholeNumber).default(50);

/** @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** A pod as `namespace/name`; without a namespace in `default`, as kubectl has it. */
export function podOf(text: string): string {
  return text.includes('/') ? text : `default/${text}`;
}

/** What stands below a command's help. */
export function examples(...lines: readonly (readonly [line: string, what: string])[]): string {
  const length = Math.max(...lines.map(([line]) => line.length));
  return `\nExamples:\n${lines.map(([line, what]) => `  ${line.padEnd(length)}  # ${what}`).join('\n')}`;
}
