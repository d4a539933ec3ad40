import { randomUUID } from 'node:crypto';
import { DEFAULT_TEAM_ID } from '#access';
import { SYSTEM_ROLE, type Caller } from '#database';
import { CALLER, node, pod, TestServices, valueOf } from '#test-services';
import { ClockDriver, type ClockDriverOptions } from './clock-driver.js';
import { ClockService } from './clock.service.js';

const SYSTEM: Caller = { ...CALLER, team: DEFAULT_TEAM_ID, roles: [SYSTEM_ROLE], actor: 'berth' };
/** Fast enough that a minute is no wait. */
const RATE = 10_000;

/** A process with its driver, and the clusters that it has driven. */
class Process {
  readonly clocks: ClockService;
  readonly driven: string[] = [];
  readonly failures: unknown[] = [];
  readonly driver: ClockDriver;

  constructor(
    readonly services: TestServices,
    clocks?: ClockDriverOptions['clocks'],
  ) {
    this.clocks = new ClockService(services.database);
    const { drive } = clocks ?? { drive: this.clocks.drive.bind(this.clocks) };
    this.driver = new ClockDriver(services.database, {
      clocks: {
        drive: async (caller, cluster, driver) => {
          this.driven.push(cluster);
          const driven = await drive(caller, cluster, driver);
          // Those who wait here are to see it.
          services.database.notifications.pass('driven', '');
          return driven;
        },
      },
      lease: services.lease,
      caller: SYSTEM,
      onFailure: (error) => void this.failures.push(error),
      lookMs: 20,
    });
  }

  async cluster(rate = RATE): Promise<string> {
    const clock = { mode: 'real', rate, kubelet: { settings: { 'start-after': '20s' }, rules: [] } } as const;
    const { id } = valueOf(await this.services.clusters.create(CALLER, { name: `c-${randomUUID()}`, clock }));
    return id;
  }

  async phases(cluster: string): Promise<string[]> {
    const sql = 'SELECT phase FROM pods WHERE cluster_id = $1 ORDER BY name';
    const rows = await this.services.rows<{ readonly phase: string }>(sql, [cluster]);
    return rows.map(({ phase }) => phase);
  }

  /** Waits for a state, and looks at it whenever something is written. */
  async until(reached: () => Promise<boolean> | boolean): Promise<void> {
    let wake = (): void => undefined;
    const stop = this.services.database.notifications.listen(() => {
      wake();
    });
    try {
      for (;;) {
        const moved = new Promise<void>((resolve) => (wake = resolve));
        if (await reached()) return;
        await moved;
      }
    } finally {
      stop();
    }
  }
}

let [one, other]: readonly TestServices[] = [];
const running: Process[] = [];
beforeAll(async () => {
  [one, other] = await TestServices.pair();
});
afterEach(async () => {
  for (const { driver } of running.splice(0)) await driver.stop();
});
afterAll(async () => {
  await other?.leave();
  await one?.drop();
});

function start(services: TestServices | undefined, clocks?: ClockDriverOptions['clocks']): Process {
  if (services === undefined) throw new Error('there are no services');
  const process = new Process(services, clocks);
  running.push(process);
  process.driver.start();
  return process;
}

/** A node without taints, and pods for it. */
const written = (...pods: string[]): object[] => [
  {
    ...node('n1'),
    status: { ...(node('n1') as { status: object }).status, conditions: [{ type: 'Ready', status: 'True' }] },
  },
  ...pods.map((name) => pod(name)),
];

test('what is written to a real cluster is acted upon, and its timers come by themselves', async () => {
  const a = start(one);
  const cluster = await a.cluster();
  valueOf(await a.services.import(cluster, written('p', 'q')));
  await a.until(async () => String(await a.phases(cluster)) === 'Running,Running');
  expect(valueOf(await a.clocks.get(CALLER, cluster))).toMatchObject({ mode: 'real', rate: RATE, stopped: [] });
  expect(a.failures).toEqual([]);
});

test('time passes between requests, as fast as it is said, until the clock is virtual again', async () => {
  const a = new Process(one as TestServices);
  const cluster = await a.cluster(1);
  const at = async () => valueOf(await a.clocks.get(CALLER, cluster)).now.getTime();
  const begun = await at();
  expect(valueOf(await a.clocks.set(CALLER, cluster, { mode: 'real', rate: 100_000 })).rate).toBe(100_000);
  // Each look takes a millisecond and more: a hundred seconds of the cluster.
  for (let looks = 0; looks < 5; looks += 1) await at();
  const still = valueOf(await a.clocks.set(CALLER, cluster, { mode: 'virtual' }));
  expect(still.now.getTime() - begun).toBeGreaterThan(100_000);
  expect(await at()).toBe(still.now.getTime());
  for (const rate of [0, -1, Infinity, 100_001])
    expect(await a.clocks.set(CALLER, cluster, { mode: 'real', rate })).toMatchObject({
      refusal: { problems: [{ field: 'rate' }] },
    });
  expect(await a.clocks.set(CALLER, cluster, { mode: 'virtual', rate: 2 })).toMatchObject({ refused: true });
});

test('one process drives a cluster; when it stops, or its lease ends, another goes on', async () => {
  const a = start(one);
  const cluster = await a.cluster();
  await a.until(() => a.driven.includes(cluster));
  const b = start(other);
  valueOf(await a.services.import(cluster, written('p')));
  await a.until(async () => String(await a.phases(cluster)) === 'Running');
  expect(b.driven).not.toContain(cluster);
  await a.driver.stop();
  valueOf(await a.services.import(cluster, written('p', 'q')));
  await b.until(async () => String(await b.phases(cluster)) === 'Running,Running');
  expect(b.driven).toContain(cluster);
  // The driver of a process that lost its lease finds that another one drives.
  const c = start(one);
  await b.services.lease.release();
  valueOf(await c.services.import(cluster, written('p', 'q', 'r')));
  await c.until(() => c.driven.includes(cluster));
  await c.until(async () => String(await c.phases(cluster)) === 'Running,Running,Running');
  expect(await b.clocks.drive(SYSTEM, cluster, b.services.lease.holder)).toBeNull();
  await b.services.lease.acquire();
  expect([...a.failures, ...b.failures, ...c.failures]).toEqual([]);
});

test('clusters at rest are left alone, also by what is written to others', async () => {
  const a = start(one);
  const clusters = await Promise.all([1, 2, 3].map(() => a.cluster()));
  await a.until(() => clusters.every((cluster) => a.driven.includes(cluster)));
  const [first = ''] = clusters;
  valueOf(await a.services.import(first, written('p')));
  await a.until(async () => String(await a.phases(first)) === 'Running');
  const times = clusters.slice(1).map((cluster) => a.driven.filter((driven) => driven === cluster).length);
  expect(times).toEqual([1, 1]);
});

test('a moment that fails is reported and tried again', async () => {
  const clocks = new ClockService((one as TestServices).database);
  let failed = 0;
  const a = start(one, {
    drive: (caller, cluster, driver) => {
      if (failed++ === 0) return Promise.reject(new Error('planted'));
      return clocks.drive(caller, cluster, driver);
    },
  });
  const cluster = await a.cluster();
  valueOf(await a.services.import(cluster, written('p')));
  await a.until(async () => String(await a.phases(cluster)) === 'Running');
  expect(a.failures).toEqual([new Error('planted')]);
});

test('a process that begins without memory goes on from what is stored', async () => {
  const [a, b] = [new Process(one as TestServices), new Process(other as TestServices)];
  const clock = { now: '2026-01-05T00:00:00Z', kubelet: { settings: { 'start-after': '20s' }, rules: [] } };
  const { id } = valueOf(await a.services.clusters.create(CALLER, { name: `c-${randomUUID()}`, clock }));
  valueOf(await a.services.import(id, written('p')));
  valueOf(await a.clocks.move(CALLER, id, { advance: '1s' }));
  expect(await a.phases(id)).toEqual(['Pending']);
  valueOf(await b.clocks.move(CALLER, id, { advance: '18s' }));
  expect(await a.phases(id)).toEqual(['Pending']);
  valueOf(await a.clocks.move(CALLER, id, { advance: '1s' }));
  expect(await a.phases(id)).toEqual(['Running']);
});
