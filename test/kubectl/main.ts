import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { playSession } from './session.js';
import { readTranscript, writtenTranscript } from './transcript.js';

/**
 * Plays the commands of a transcript by hand and prints the transcript that results, to be read before it takes the
 * place of the old one: `node dist/test/kubectl/main.js TRANSCRIPT KUBECTL KUBECONFIG`, with absolute paths.
 */
const [path, kubectl, kubeconfig] = process.argv.slice(2);
if (path === undefined || kubectl === undefined || kubeconfig === undefined) {
  console.error('usage: main.js TRANSCRIPT KUBECTL KUBECONFIG');
  process.exitCode = 2;
} else {
  process.stdout.write(
    writtenTranscript(
      await playSession(readTranscript(readFileSync(path, 'utf8')), { kubectl, kubeconfig, cwd: dirname(path) }),
    ),
  );
}
