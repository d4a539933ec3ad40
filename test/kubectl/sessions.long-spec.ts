import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HttpsService } from '../clients/https-service.js';
import { playSession } from './session.js';
import { readTranscript } from './transcript.js';

const ROOT = join(import.meta.dirname, '../../..');
const TRANSCRIPTS = join(ROOT, 'test/kubectl');

/** The module of the package that brings kubectl, which is outside of the compiled tree. */
interface Kubectls {
  readonly VERSIONS: readonly string[];
  kubectlOf(version: string): Promise<string>;
}
const { VERSIONS, kubectlOf } = (await import(pathToFileURL(join(ROOT, 'tools/kubectl/kubectl.mjs')).href)) as Kubectls;

let service: HttpsService;
beforeAll(async () => {
  service = await HttpsService.start();
});
afterAll(() => service.stop());

describe.each(VERSIONS)('kubectl %s', (version) => {
  test.each(['everyday'])('the session %s prints what its transcript says', async (name) => {
    const path = join(TRANSCRIPTS, `${name}.txt`);
    const kubeconfig = await service.kubeconfigOf(`${name}-${version.replace('.', '-')}`);
    const played = await playSession(path, { kubectl: await kubectlOf(version), kubeconfig });
    expect(played).toEqual(readTranscript(path));
  });
});
