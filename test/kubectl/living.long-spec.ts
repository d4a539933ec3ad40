import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedFolder } from '#test-run';
import { HttpsService } from '../clients/https-service.js';
import { kubectlOf, ROOT, VERSIONS } from './kubectls.js';
import { playSession } from './session.js';
import { readTranscript, type Exchange } from './transcript.js';

let service: HttpsService;
beforeAll(async () => {
  service = await HttpsService.start();
});
afterAll(() => service.stop());

const PAGE = readFileSync(join(ROOT, 'docs/living.md'), 'utf8');
const blockOf = (pattern: RegExp): string => pattern.exec(PAGE)?.[1] ?? '';
const CLUSTER = JSON.parse(blockOf(/-d '(.*?)'$/ms)) as { readonly name: string };
const NODES = blockOf(/^```yaml\n(.*?)^```/ms);
const WALK = blockOf(/^```console\n(.*?)^```/ms);

/** What the walk prints with a release of kubectl, in a cluster of its own. */
async function walked(version: string, transcript: readonly Exchange[]): Promise<Exchange[]> {
  const cwd = unusedFolder();
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'nodes.yaml'), NODES);
  const name = `walk-${version.replace('.', '-')}`;
  const kubeconfig = await service.kubeconfigOfRequest({ ...CLUSTER, name });
  return playSession(transcript, { kubectl: await kubectlOf(version), kubeconfig, cwd });
}

test('the walk of docs/living.md prints what the page says; an older kubectl all but one line', async () => {
  const latest = readTranscript(WALK);
  expect(latest.length).toBeGreaterThan(20);
  const older = latest.map(({ command, printed }) => ({
    command,
    printed: printed.replace(' deleted from default namespace', ' deleted'),
  }));
  const [first = '', last = ''] = VERSIONS;
  expect(VERSIONS).toHaveLength(2);
  expect(await Promise.all([walked(first, older), walked(last, latest)])).toEqual([older, latest]);
});
