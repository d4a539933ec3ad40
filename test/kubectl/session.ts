import { join } from 'node:path';
import { endOf, startProgram } from '#test-programs';
import { normalised, type Exchange } from './transcript.js';

/** Where a session runs. */
export interface SessionPlace {
  readonly kubectl: string;
  readonly kubeconfig: string;
  /** Holds the files that the commands name. */
  readonly cwd: string;
  /** Of the commands that are not kubectl's. */
  readonly env?: Readonly<Record<string, string>>;
}

const BERTH = join(import.meta.dirname, '../../apps/cli/src/main.js');

/** Runs the commands of a transcript one after another, and returns what each printed: output first, then errors. */
export async function playSession(transcript: readonly Exchange[], place: SessionPlace): Promise<Exchange[]> {
  const played: Exchange[] = [];
  for (const { command } of transcript) played.push({ command, printed: await printedBy(command, place) });
  return played;
}

async function printedBy(command: string, { kubectl, kubeconfig, cwd, env }: SessionPlace): Promise<string> {
  const line = command.replace(/(^|[\s(])kubectl\b/g, '$1"$KUBECTL"').replace(/^npx berth\b/, '"$NODE" "$BERTH"');
  const program = startProgram('/bin/sh', ['-c', line], {
    cwd,
    env: { ...env, KUBECTL: kubectl, KUBECONFIG: kubeconfig, NODE: process.execPath, BERTH },
  });
  const { code, out, err } = await endOf(program);
  return normalised(`${out}${err}${code === 0 ? '' : `exit ${code}\n`}`);
}
