import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseKey } from '#access';
import { KEYS_FILE, sha256 } from './run-folder.js';

/** A key that stands where none should, without itself. */
export interface FoundKey {
  readonly file: string;
  readonly line: number;
  /** The line, with the key blotted out. */
  readonly text: string;
}

/** What was looked through, and what was found. */
export interface KeySearch {
  readonly keys: number;
  readonly lines: number;
  readonly found: readonly FoundKey[];
}

const SECRET_LENGTH = 32;
/** Letters and digits that may have a secret among them. */
const RUNS = /[0-9A-Za-z]{32,}/g;
/** Digests and identifiers, of which logs are full: of a secret of 62 letters that is none to be expected. */
const HEXADECIMAL = /^([0-9a-f]+|[0-9A-F]+)$/;
const WHOLE_KEY = /berth_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}/g;
/** What the first start prints, once and on purpose. */
const SHOWN_ONCE = /^ {2}Admin key {2}berth_/;
const BLOT = '[a key]';

/**
 * Looks through all that was kept of a run, line by line, for the secret of any key that was made, and for whatever
 * else is a key by its form and its checksum.
 */
export async function findKeys(folder: string): Promise<KeySearch> {
  const files = readdirSync(folder).sort();
  const secrets = new Set(
    files.includes(KEYS_FILE) ? readFileSync(join(folder, KEYS_FILE), 'utf8').split('\n').filter(Boolean) : [],
  );
  const found: FoundKey[] = [];
  let lines = 0;
  for (const file of files.filter((name) => name !== KEYS_FILE)) {
    let line = 0;
    for await (const text of createInterface({ input: createReadStream(join(folder, file)) })) {
      line += 1;
      const blotted = SHOWN_ONCE.test(text) ? text : blotOut(text, secrets);
      if (blotted !== text) found.push({ file, line, text: blotted });
    }
    lines += line;
  }
  return { keys: secrets.size, lines, found };
}

/** The text without keys; the same where there is none. */
export function blotOut(text: string, secrets: ReadonlySet<string>): string {
  return text
    .replaceAll(WHOLE_KEY, (key) => (parseKey(key) === undefined ? key : BLOT))
    .replaceAll(RUNS, (run) => (HEXADECIMAL.test(run) ? run : withoutSecrets(run, secrets)));
}

/** Of letters in a row every part that is as long as a secret may be one. */
function withoutSecrets(run: string, secrets: ReadonlySet<string>): string {
  for (let from = 0; from + SECRET_LENGTH <= run.length; from++) {
    const to = from + SECRET_LENGTH;
    if (secrets.has(sha256(run.slice(from, to)))) return `${run.slice(0, from)}${BLOT}${run.slice(to)}`;
  }
  return run;
}

const MOST_REPORTED = 20;
const LONGEST_REPORTED = 300;

/** How a run that printed keys fails. */
export function tellOf({ keys, lines, found }: KeySearch, folder: string): string {
  const reported = found.slice(0, MOST_REPORTED).map(({ file, line, text }) => {
    const at = Math.max(0, text.indexOf(BLOT) - LONGEST_REPORTED / 2);
    return `${join(folder, file)}:${line}: ${text.slice(at, at + LONGEST_REPORTED)}`;
  });
  return [`${found.length} of ${lines} lines that services said have one of ${keys} keys in them:`, ...reported].join(
    '\n',
  );
}
