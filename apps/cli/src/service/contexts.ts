import { ownField } from '#json';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { dump, load, YAMLException } from 'js-yaml';
import { UsageError } from '../exit.js';

/** A service, as whom it is asked, and which of its clusters is meant. */
export interface Context {
  readonly name: string;
  readonly url?: string;
  readonly key?: string;
  readonly cluster?: string;
}

/** What the file of contexts holds. */
export interface Contexts {
  readonly current?: string;
  readonly contexts: readonly Context[];
}

const FIELDS: readonly string[] = ['name', 'url', 'key', 'cluster'];

/** Where contexts are stored: BERTH_CONFIG, or as the XDG directories say. */
export function contextsFile(environment: NodeJS.ProcessEnv): string {
  const { BERTH_CONFIG, XDG_CONFIG_HOME, HOME } = environment;
  return BERTH_CONFIG ?? join(XDG_CONFIG_HOME || join(HOME ?? homedir(), '.config'), 'berth', 'config.yaml');
}

/** The contexts that are stored; none where there is no file. @throws UsageError when it is not one */
export function readContexts(path: string): Contexts {
  const text = textOf(path);
  if (text === undefined) return { contexts: [] };
  const found = parsed(text, path) ?? {};
  const problems = problemsOf(found);
  if (problems.length > 0) throw new UsageError(`${path}: ${problems.join('; ')}`);
  return { contexts: [], ...(found as Partial<Contexts>) };
}

/** Readable by its owner only, because it contains keys. A write replaces it whole or not at all. */
export function writeContexts(path: string, kept: Contexts): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const made = `${path}.${process.pid}`;
  writeFileSync(made, dump(kept), { mode: 0o600 });
  chmodSync(made, 0o600);
  renameSync(made, path);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parsed(text: string, path: string): unknown {
  try {
    return load(text);
  } catch (error) {
    if (error instanceof YAMLException) throw new UsageError(`${path} is not YAML: ${error.message.split('\n')[0]}`);
    throw error;
  }
}

/**
 * What is wrong with the file, each with its field. By hand, because the library of schemas would be half of what the
 * command installs.
 */
function problemsOf(value: unknown): string[] {
  if (!isObject(value)) return ['Invalid input: the file must be an object with `contexts`'];
  const { current, contexts = [], ...others } = value;
  return [
    ...Object.keys(others).map((name) => `${name}: there is no such field`),
    ...(current === undefined || typeof current === 'string' ? [] : ['current: must be a string']),
    ...(Array.isArray(contexts) ? contexts.flatMap(problemsOfContext) : ['contexts: must be a list']),
  ];
}

function problemsOfContext(value: unknown, index: number): string[] {
  const at = `contexts[${index}]`;
  if (!isObject(value)) return [`${at}: must be an object`];
  const { url } = value;
  return [
    ...Object.keys(value).flatMap((name) => (FIELDS.includes(name) ? [] : [`${at}.${name}: there is no such field`])),
    ...(value['name'] === undefined ? [`${at}.name: is required`] : []),
    ...FIELDS.flatMap((name) => {
      const field = ownField(value, name);
      return field === undefined || (typeof field === 'string' && field !== '')
        ? []
        : [`${at}.${name}: must be a text`];
    }),
    ...(typeof url === 'string' && !isAddress(url) ? [`${at}.url: must be an http or https address`] : []),
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
