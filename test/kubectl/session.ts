import { join } from 'node:path';
import { endOf, startProgram } from '#test-programs';
import { normalised, readTranscript, type Exchange } from './transcript.js';

/** Manifests that the commands of the sessions name. */
const FILES = join(import.meta.dirname, '../../../test/kubectl');

/** Where a session runs. */
export interface SessionPlace {
  readonly kubectl: string;
  readonly kubeconfig: string;
}

/** Runs the commands of a transcript one after another, and returns what each printed: output first, then errors. */
export async function playSession(path: string, place: SessionPlace): Promise<Exchange[]> {
  const played: Exchange[] = [];
  for (const { command } of readTranscript(path)) played.push({ command, printed: await printedBy(command, place) });
  return played;
}

async function printedBy(command: string, { kubectl, kubeconfig }: SessionPlace): Promise<string> {
  const line = command.replace(/(^|\s)kubectl\b/, '$1"$KUBECTL"');
  const program = startProgram('/bin/sh', ['-c', line], {
    cwd: FILES,
    env: { KUBECTL: kubectl, KUBECONFIG: kubeconfig },
  });
  const { code, out, err } = await endOf(program);
  return normalised(`${out}${err}${code === 0 ? '' : `exit ${code}\n`}`);
}
