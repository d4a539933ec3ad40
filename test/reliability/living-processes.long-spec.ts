import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BerthClient } from '#client';
import { cases, seedOfCases } from '#test-cases';
import { createTestDatabase, type TestDatabase } from '#test-database';
import fc from 'fast-check';
import { ServiceProcess } from './service-process.js';

const PROCESSES = 4;
const HISTORIES = cases(200);
/** A process is killed in the middle of an advance in one of so many histories. */
const KILLED_EVERY = 10;
const START = '2026-01-05T00:00:00Z';

let dataDir: string;
let database: TestDatabase;
const services: ServiceProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-histories-'));
  database = await createTestDatabase();
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(dataDir, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (let index = 0; index < PROCESSES; index += 1) services.push(await started(index));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function started(index: number): Promise<ServiceProcess> {
  return ServiceProcess.start({
    BERTH_DATA_DIR: join(dataDir, String(index)),
    BERTH_SIGNING_KEY_FILE: join(dataDir, 'key.pem'),
    DATABASE_URL: database.url,
    BERTH_WORKERS: '1',
  });
}

/** A request of a history, below the cluster; refused ones change nothing. */
interface Request {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}
type Step = Request | { readonly passMs: number };

const amounts = { cpu: '2', memory: '8Gi', pods: '20' };
const node = (name: string): Request => ({
  method: 'POST',
  path: 'api/v1/nodes',
  body: {
    ...{ apiVersion: 'v1', kind: 'Node', metadata: { name } },
    status: { capacity: amounts, conditions: [{ type: 'Ready', status: 'True' }] },
  },
});
const container = (image: string): object => ({ name: 'c', image, resources: { requests: { cpu: '300m' } } });
const DEPLOYMENTS = 'apis/apps/v1/namespaces/default/deployments';
const web = `${DEPLOYMENTS}/web`;
const patched = (path: string, body: object): Request => ({ method: 'PATCH', path, body });
const nodeName = fc.constantFrom('n1', 'n2', 'n3');
const span = fc.constantFrom('0', '3s', 'uniform(1s,20s)', 'exponential(15s)', 'lognormal(10s,5s)');

const deployment: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(6), span, span, fc.constantFrom('0', '1'))
  .map(([replicas, start, run, code]) => {
    const annotations = {
      ...{ 'kubelet.model/start-after': start, 'kubelet.model/exit-code': code },
      ...(run !== '0' && { 'kubelet.model/run-for': run }),
    };
    const template = { metadata: { labels: { app: 'web' }, annotations }, spec: { containers: [container('app:1')] } };
    const spec = { replicas, selector: { matchLabels: { app: 'web' } }, template };
    const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
    return { method: 'POST', path: DEPLOYMENTS, body } as const;
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 60_000 }).map((passMs) => ({ passMs })) },
  { weight: 2, arbitrary: fc.nat(8).map((replicas) => patched(web, { spec: { replicas } })) },
  fc.constantFrom('app:1', 'app:2', 'app:3').map((image) => {
    return patched(web, { spec: { template: { spec: { containers: [container(image)] } } } });
  }),
  deployment,
  fc.constantFrom('Background', 'Foreground', 'Orphan').map((policy) => {
    return { method: 'DELETE', path: `${web}?propagationPolicy=${policy}` } as const;
  }),
  nodeName.map(node),
  nodeName.map((name) => ({ method: 'DELETE', path: `api/v1/nodes/${name}` }) as const),
  fc
    .tuple(nodeName, fc.boolean())
    .map(([name, unschedulable]) => patched(`api/v1/nodes/${name}`, { spec: { unschedulable } })),
  fc
    .tuple(nodeName, fc.constantFrom('down', null))
    .map(([name, state]) =>
      patched(`api/v1/nodes/${name}`, { metadata: { annotations: { 'kubelet.model/kubelet': state } } }),
    ),
  fc.nat(9).map((priority) => {
    const spec = { priority: undefined, containers: [container('app:1')], terminationGracePeriodSeconds: priority };
    return { method: 'POST', path: 'api/v1/namespaces/default/pods', body: pod(`p${priority}`, spec) } as const;
  }),
  fc.nat(9).map((index) => ({ method: 'DELETE', path: `api/v1/namespaces/default/pods/p${index}` }) as const),
);

function pod(name: string, spec: object): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec };
}

interface History {
  readonly steps: readonly Step[];
  /** Decides which process is asked, and where time is cut. */
  readonly draws: readonly number[];
}
const history: fc.Arbitrary<History> = fc.record({
  steps: fc.tuple(deployment, fc.array(step, { minLength: 5, maxLength: 12 })).map(([first, rest]) => [first, ...rest]),
  draws: fc.array(fc.nat(1_000_000), { minLength: 7, maxLength: 13 }),
});

async function send(
  service: ServiceProcess | undefined,
  { method, path, body }: Request,
): Promise<Record<string, unknown>> {
  const client = new BerthClient({ url: service?.url ?? '' });
  const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await client.fetch(`/v1/${path}`, init).catch((error: unknown) => {
    // What is refused is refused everywhere; a service that is away is another thing.
    if ((error as { readonly status?: number }).status === undefined) throw error;
    return undefined;
  });
  return (await response?.json()) as Record<string, unknown>;
}

/** Lives through a history; time passes as `pass` lets it. Answers what it came to. */
async function live(
  name: string,
  { steps }: History,
  {
    of,
    pass,
  }: { readonly of: () => ServiceProcess | undefined; readonly pass: (root: string, to: number) => Promise<void> },
): Promise<{ readonly clock: { readonly position: string }; readonly different: unknown }> {
  const root = `clusters/${name}`;
  await send(of(), { method: 'POST', path: 'clusters', body: { name, clock: { now: START, seed: name.slice(1) } } });
  let now = Date.parse(START);
  for (const one of [node('n1'), node('n2'), ...steps, { passMs: 60_000 }]) {
    if ('passMs' in one) await pass(root, (now += one.passMs));
    else await send(of(), { ...one, path: `${root}/${one.path}` });
  }
  const {
    mode: _,
    revision: __,
    ...clock
  } = await new BerthClient({ url: of()?.url ?? '' }).get('/v1/clusters/{cluster}/clock', {
    params: { path: { cluster: name } },
  });
  const { different } = await send(of(), { method: 'POST', path: `${root}/replays`, body: {} });
  return { clock, different };
}

const advanceTo = (root: string, to: number): Request => {
  return { method: 'POST', path: `${root}/clock`, body: { advanceTo: new Date(to).toISOString() } };
};

test(`histories end the same on one process and on ${PROCESSES}, however time is cut, and after kills`, async () => {
  const made = fc.sample(history, { numRuns: HISTORIES, seed: seedOfCases() });
  const positions: number[] = [];
  for (const [round, given] of made.entries()) {
    const whole = await live(`a${round}`, given, {
      of: () => services[0],
      pass: async (root, to) => void (await send(services[0], advanceTo(root, to))),
    });
    let [drawn, last, killed] = [0, Date.parse(START), false];
    const draw = (): number => given.draws[drawn++ % given.draws.length] ?? 0;
    const any = (): number => draw() % PROCESSES;
    const cut = await live(`b${round}`, given, {
      of: () => services[any()],
      pass: async (root, to) => {
        for (const at of [last + Math.floor(((to - last) * (draw() % 1_000)) / 1_000), to]) {
          const asked = any();
          if (round % KILLED_EVERY === 0 && !killed) {
            killed = true;
            const moved = send(services[asked], advanceTo(root, at)).catch(() => undefined);
            await services[asked]?.end('SIGKILL');
            await moved;
            services[asked] = await started(asked);
          }
          await send(services[any()], advanceTo(root, at));
        }
        last = to;
      },
    });
    expect({ round, ...cut }).toEqual({ round, ...whole, different: 0 });
    positions.push(Number(whole.clock.position));
  }
  // Something happened.
  expect(Math.max(...positions)).toBeGreaterThan(50);
}, 3_600_000);
