import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { dump, load, YAMLException } from 'js-yaml';
import { z } from 'zod';
import { UsageError } from '../exit.js';

const context = z.strictObject({
  name: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }).optional(),
  key: z.string().min(1).optional(),
  cluster: z.string().min(1).optional(),
});
const contexts = z.strictObject({ current: z.string().optional(), contexts: z.array(context).default([]) });

/** A service, as whom it is asked, and which of its clusters is meant. */
export type Context = z.infer<typeof context>;

/** What the file of contexts holds. */
export type Contexts = z.infer<typeof contexts>;

/** Where contexts are stored: BERTH_CONFIG, or as the XDG directories say. */
export function contextsFile(environment: NodeJS.ProcessEnv): string {
  const { BERTH_CONFIG, XDG_CONFIG_HOME, HOME } = environment;
  return BERTH_CONFIG ?? join(XDG_CONFIG_HOME || join(HOME ?? homedir(), '.config'), 'berth', 'config.yaml');
}

/** The contexts that are stored; none where there is no file. @throws UsageError when it is not one */
export function readContexts(path: string): Contexts {
  const text = textOf(path);
  if (text === undefined) return { contexts: [] };
  const result = contexts.safeParse(parsed(text, path) ?? {});
  if (!result.success) throw new UsageError(`${path}: ${z.prettifyError(result.error)}`);
  return result.data;
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
