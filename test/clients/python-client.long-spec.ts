import { join } from 'node:path';
import { endOf, startProgram } from '#test-programs';
import { HttpsService } from './https-service.js';

/** Debian's package python3-kubernetes brings the client. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = join(import.meta.dirname, '../../../test/clients/programs/python_client.py');

let service: HttpsService;
beforeAll(async () => {
  service = await HttpsService.start();
});
afterAll(() => service.stop());

test('the official Python client creates, binds, watches, scales, evicts and deletes', async () => {
  const kubeconfig = await service.kubeconfigOf('python');
  const { code, out, err } = await endOf(startProgram(PYTHON, [PROGRAM, kubeconfig]));
  expect({ code, out, err }).toEqual({
    code: 0,
    out: `nodes ['n1']
created p1 Pending Always
MODIFIED {'app': 'web', 'tier': 'front'} None
MODIFIED {'app': 'web', 'tier': 'front'} n1
scale 5
eviction 429
absent 404 Not Found
page 1 None
pods []
`,
    err: '',
  });
});
