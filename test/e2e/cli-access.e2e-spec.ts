import { berth, type Ran } from './berth-command.js';
import { node, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start();
  cluster = await api.cluster(node('a'));
});
afterAll(() => api.stop());

function asked(line: string, key?: string): Promise<Ran> {
  const environment = { BERTH_URL: api.url, BERTH_CLUSTER: cluster, BERTH_CONFIG: '/nowhere/none.yaml' };
  return berth(line, { environment: { ...environment, ...(key !== undefined && { BERTH_KEY: key }) } });
}

test('a team, its key, and what it is granted, until both are taken back', async () => {
  expect((await asked('teams create kiosk')).out).toMatch(/^team kiosk created/);
  expect((await asked('teams -o name')).out.split('\n')).toContain('kiosk');
  const key = (await asked('keys create kiosk ci --role viewer --role editor --days 7')).out;
  expect(key).toMatch(/^berth_/);
  expect((await asked('teams whoami', key)).out).toMatch(/^ci \(key:\w+\) of team kiosk: editor, viewer$/);
  expect((await asked('clusters -o name', key)).out).toBe('');
  const granted = await asked('grants give kiosk viewer -n kiosk');
  expect(granted.out).toMatch(/^team kiosk is viewer now \(grant /);
  expect((await asked('clusters -o name', key)).out).not.toBe('');
  const grant = (await asked('grants -o name')).out;
  expect(granted.out).toContain(grant);
  expect((await asked(`grants remove ${grant}`)).out).toBe(`grant ${grant} removed`);
  expect((await asked('clusters -o name', key)).out).toBe('');
  const id = (await asked('keys kiosk -o name')).out;
  expect((await asked(`keys revoke kiosk ${id}`)).out).toBe(`key ${id} revoked`);
  expect(await asked('clusters', key)).toMatchObject({ code: expect.any(Number), out: '' });
  expect((await asked('clusters', key)).err).toContain(
    'the key is not valid in this service: it does not exist here, or was revoked',
  );
  expect((await asked('clusters', key)).err).toContain('berth: the key is that of BERTH_KEY');
});

test('a person of a team, and the namespace that is theirs', async () => {
  await asked('teams create dock');
  const added = await asked('members add dock ann --role viewer --role editor --issuer https://id.example');
  expect(added.out).toMatch(/^ann is editor, viewer now \(member /);
  const member = (await asked('members dock -o name')).out;
  expect(added.out).toContain(member);
  expect((await asked('members dock')).out).toMatch(/ann +https:\/\/id\.example +editor,viewer/);
  expect((await asked(`members remove dock ${member}`)).out).toBe(`member ${member} removed`);
  expect((await asked('members dock -o name')).out).toBe('');
  expect((await asked('grants namespace quay')).out).toBe('namespace quay belongs to team default');
  expect((await asked('grants namespace quay dock')).out).toBe('namespace quay belongs to team dock');
  expect((await asked('grants namespace quay')).out).toBe('namespace quay belongs to team dock');
  expect((await asked('grants namespace quay nobody')).code).toBe(3);
});

test('a role that there is not, and a team that there is not', async () => {
  expect((await asked('keys create default ci --role king')).code).toBe(2);
  expect((await asked('keys create default ci')).code).toBe(2);
  expect((await asked('keys nobody')).code).toBe(3);
  expect((await asked('members add default ann')).code).toBe(2);
  expect((await asked('members nobody')).code).toBe(3);
});
