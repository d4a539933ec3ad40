import { CALLER, first, kindNamed, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const noCounts = { selected: 1, scheduled: 0, unschedulable: 0, nominated: 0, gated: 0, skipped: 0, error: 0 };

async function podOf(cluster: string, name: string) {
  const rows = await services.rows<{ node_name: string | null; bound_at: Date | null; resource_version: string }>(
    'SELECT node_name, bound_at, resource_version FROM pods WHERE cluster_id = $1 AND name = $2',
    [cluster, name],
  );
  return rows[0];
}

test('a run binds what fits, says why not, and is one revision', async () => {
  const cluster = await services.clusterOf(node('a'), node('b'), pod('small'), pod('large', { cpu: '5' }));
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  expect(run).toMatchObject({
    state: 'complete',
    baseRevision: '1',
    revision: '2',
    parts: 1,
    counts: { ...noCounts, selected: 2, scheduled: 1, unschedulable: 1 },
  });
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: { run: run.id }, pageSize: 10 }));
  expect(items.map(({ pod: { name }, outcome, node: on, message }) => ({ name, outcome, on, message }))).toEqual([
    { name: 'small', outcome: 'scheduled', on: 'a', message: '' },
    { name: 'large', outcome: 'unschedulable', on: null, message: '0/2 nodes are available: 2 Insufficient cpu.' },
  ]);
  expect(await podOf(cluster, 'small')).toMatchObject({
    node_name: 'a',
    bound_at: expect.any(Date),
    resource_version: '6',
  });
  expect(valueOf(await services.scheduling.get(CALLER, cluster, run.id))).toEqual(run);
});

test('a bound pod shows its node, its start time and the PodScheduled condition, and stays Pending', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const bound = valueOf(
    await services.objects.get(CALLER, { cluster, kind: kindNamed('Pod'), namespace: 'default' }, 'p'),
  );
  expect(bound).toMatchObject({
    spec: { nodeName: 'a' },
    status: {
      phase: 'Pending',
      startTime: expect.stringMatching(/Z$/),
      conditions: [{ type: 'PodScheduled', status: 'True' }],
    },
  });
});

test('what was asked for and is not tried is skipped with its reason', async () => {
  const cluster = await services.clusterOf(
    node('a'),
    pod('bound', {}, { nodeName: 'a' }),
    pod('theirs', {}, { schedulerName: 'other' }),
    { ...pod('done'), status: { phase: 'Succeeded' } },
  );
  const names = ['default/bound', 'default/theirs', 'default/done'];
  const run = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), pods: { names } }, { wait: true }),
  );
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: { run: run.id }, pageSize: 10 }));
  expect(items.map(({ pod: { name }, outcome, reasonCode }) => [name, outcome, reasonCode])).toEqual(
    expect.arrayContaining([
      ['bound', 'skipped', 'AlreadyBound'],
      ['theirs', 'skipped', 'OtherScheduler'],
      ['done', 'skipped', 'Finished'],
    ]),
  );
  expect(run.counts).toEqual({ ...noCounts, selected: 3, skipped: 3 });
});

test('a dry run decides and leaves the log, the state and the counters alone', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const before = valueOf(await services.clusters.get(CALLER, cluster));
  const run = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }),
  );
  expect(run).toMatchObject({ dryRun: true, revision: null, counts: { ...noCounts, scheduled: 1 } });
  expect(valueOf(await services.clusters.get(CALLER, cluster))).toEqual(before);
  expect(await services.rows('SELECT FROM decisions WHERE cluster_id = $1', [cluster])).toEqual([]);
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: { run: run.id }, pageSize: 10 }));
  expect(items).toMatchObject([{ outcome: 'scheduled', node: 'a', traceStored: 'full' }]);
  const trace = valueOf(
    await services.decisions.trace(CALLER, cluster, {
      id: first(items).id,
      filter: {},
      orderBy: 'name',
      offset: 0,
      pageSize: 10,
    }),
  );
  expect(trace.items).toMatchObject([{ node: 'a', feasible: true, rank: 1 }]);
});

test('a dry run that expired is gone with all it left, and other runs stay', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const dry = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }),
  );
  const kept = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  await services.rows("UPDATE runs SET expires_at = now() - interval '1 second' WHERE run_id = $1", [dry.id]);
  expect(await services.scheduling.tidy(CALLER)).toEqual({ cancelled: [], expired: 1 });
  expect(await services.scheduling.get(CALLER, cluster, dry.id)).toMatchObject({
    refused: true,
    refusal: { kind: 'RunNotFound' },
  });
  expect(await services.rows('SELECT FROM dry_run_decisions WHERE run_id = $1', [dry.id])).toEqual([]);
  expect(valueOf(await services.scheduling.get(CALLER, cluster, kept.id))).toEqual(kept);
});

test('a base revision that is not the present one is refused, and nothing is written', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const outcome = await services.scheduling.schedule(
    CALLER,
    { ...scheduleAll(cluster), baseRevision: '7' },
    { wait: true },
  );
  expect(outcome).toEqual({ refused: true, refusal: { kind: 'RevisionConflict', given: '7', current: '1' } });
  expect(await services.rows('SELECT FROM runs WHERE cluster_id = $1', [cluster])).toEqual([]);
});

test.each([
  [
    'an unknown pod',
    { pods: { names: ['default/p', 'default/q'] } },
    { kind: 'PodsNotFound', pods: [{ index: 1, name: 'default/q' }] },
  ],
  ['an unknown profile', { profile: 'mine' }, { kind: 'ProfileNotFound', name: 'mine', known: ['default-scheduler'] }],
  [
    'an unknown plugin',
    { profile: { plugins: { score: { enabled: [{ name: 'Nope' }] } } } },
    {
      kind: 'ProfileInvalid',
      problems: [{ field: 'profile.plugins.score.enabled[0].name', message: expect.stringContaining('Nope') }],
    },
  ],
])('%s is refused by name', async (_, change, refusal) => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const outcome = await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), ...change }, { wait: true });
  expect(outcome).toMatchObject({ refused: true, refusal });
});

test('an inline profile is kept as a version of its name, which decisions name, and serves its run only', async () => {
  const cluster = await services.clusterOf(node('a'), node('b', { cpu: '8', memory: '8Gi' }), pod('p'), pod('q'));
  const profile = {
    schedulerName: 'packing',
    pluginConfig: [
      {
        name: 'NodeResourcesFit',
        args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
      },
    ],
  };
  const names = (name: string) => ({ pods: { names: [`default/${name}`] } });
  const first = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), ...names('p'), profile }, { wait: true }),
  );
  const byName = await services.scheduling.schedule(
    CALLER,
    { ...scheduleAll(cluster), ...names('q'), profile: 'packing' },
    { wait: true },
  );
  const second = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), ...names('q'), profile }, { wait: true }),
  );
  expect(first.profile).toMatchObject({ name: 'packing', version: 1 });
  expect(byName).toMatchObject({
    refused: true,
    refusal: { kind: 'ProfileNotFound', name: 'packing', known: ['default-scheduler'] },
  });
  expect(second.profile).toEqual(first.profile);
  expect([await podOf(cluster, 'p'), await podOf(cluster, 'q')]).toMatchObject([
    { node_name: 'a' },
    { node_name: 'a' },
  ]);
});

test('a run that nobody waits for is answered at once and completes', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const started = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: false }));
  expect(started).toMatchObject({ state: 'running', parts: 0, finishedAt: null });
  await services.scheduling.settle();
  expect(valueOf(await services.scheduling.get(CALLER, cluster, started.id))).toMatchObject({
    state: 'complete',
    counts: { ...noCounts, scheduled: 1 },
  });
  expect(services.failures).toEqual([]);
});

test('a run whose process is gone is cancelled, one whose process lives does not', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const restart = (owner: string) =>
    services.rows("UPDATE runs SET state = 'running', owner = $2 WHERE run_id = $1", [run.id, owner]);
  await restart(services.lease.holder);
  expect((await services.scheduling.tidy(CALLER)).cancelled).toEqual([]);
  await restart('00000000-0000-7000-8000-00000000dead');
  expect((await services.scheduling.tidy(CALLER)).cancelled).toEqual([run.id]);
  expect(valueOf(await services.scheduling.get(CALLER, cluster, run.id))).toMatchObject({
    state: 'cancelled',
    error: expect.stringContaining('ended'),
  });
});

test('a run that was written before runs were narrow reads as the others', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const read = async () => valueOf(await services.scheduling.get(CALLER, cluster, run.id));
  expect(await read()).toEqual(run);
  await services.rows(
    `UPDATE runs SET counts = $2, durations = $3, read_ms = NULL, decide_ms = NULL, write_ms = NULL, total_ms = NULL,
       owner = $1, profile_digest = decode($4, 'hex') WHERE run_id = $1`,
    [run.id, run.counts, run.durations, run.profile.digest],
  );
  expect(await read()).toEqual(run);
});
