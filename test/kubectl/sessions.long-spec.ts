import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedFolder } from '#test-run';
import { HttpsService } from '../clients/https-service.js';
import { kubectlOf, ROOT, VERSIONS } from './kubectls.js';
import { playSession } from './session.js';
import { readTranscript } from './transcript.js';

const TRANSCRIPTS = join(ROOT, 'test/kubectl');

let service: HttpsService;
beforeAll(async () => {
  service = await HttpsService.start();
});
afterAll(() => service.stop());

const FIRST_WALK = /^```yaml\n(.*?)^```/ms;
const SESSION = /^```console\n(.*?)^```/ms;
const blockOf = (page: string, pattern: RegExp): string =>
  pattern.exec(readFileSync(join(ROOT, page), 'utf8'))?.[1] ?? '';

test('the session of docs/kubectl.md prints what the page says', async () => {
  const cwd = unusedFolder();
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'cluster.yaml'), blockOf('README.md', FIRST_WALK));
  const transcript = readTranscript(blockOf('docs/kubectl.md', SESSION));
  expect(transcript.length).toBeGreaterThan(5);
  const kubeconfig = await service.kubeconfigOf('prod');
  const kubectl = await kubectlOf(VERSIONS.at(-1) ?? '');
  expect(await playSession(transcript, { kubectl, kubeconfig, cwd, env: service.environment })).toEqual(transcript);
});

test.each(VERSIONS)(
  'kubectl %s applies what follows a real cluster, and the rights of it, to a dry run',
  async (version) => {
    const kubeconfig = await service.kubeconfigOf(`mirror-${version.replace('.', '-')}`);
    const commands = [
      'kubectl create namespace berth',
      `kubectl apply --dry-run=server -f ${join(ROOT, 'deploy/mirror.yaml')}`,
      'npx berth mirror --print-rbac | kubectl apply --dry-run=server -f -',
      'npx berth mirror --kinds all --print-rbac | kubectl apply --dry-run=server -f -',
    ].map((command) => ({ command, printed: '' }));
    const place = { kubectl: await kubectlOf(version), kubeconfig, cwd: ROOT, env: service.environment };
    const printed = (await playSession(commands, place)).map((one) => one.printed);
    const role = 'clusterrole.rbac.authorization.k8s.io/berth-mirror created (server dry run)';
    expect(printed.map((text) => text.trimEnd())).toEqual([
      'namespace/berth created',
      [
        'serviceaccount/berth-mirror created (server dry run)',
        role,
        'clusterrolebinding.rbac.authorization.k8s.io/berth-mirror created (server dry run)',
        'deployment.apps/berth-mirror created (server dry run)',
      ].join('\n'),
      role,
      role,
    ]);
  },
);

describe.each(VERSIONS)('kubectl %s', (version) => {
  test('everyday commands print what the transcript of this version says', async () => {
    const transcript = readTranscript(readFileSync(join(TRANSCRIPTS, `everyday-${version}.txt`), 'utf8'));
    expect(transcript.length).toBeGreaterThan(80);
    const kubeconfig = await service.kubeconfigOf(`everyday-${version.replace('.', '-')}`);
    const place = { kubectl: await kubectlOf(version), kubeconfig, cwd: TRANSCRIPTS };
    expect(await playSession(transcript, place)).toEqual(transcript);
  });
});
