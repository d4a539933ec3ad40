import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { ProfileService } from './profile.service.js';

let services: TestServices;
let profiles: ProfileService;
beforeAll(async () => {
  services = await TestServices.create();
  profiles = new ProfileService(services.database, services.moments);
});
afterAll(() => services.drop());

const PACKING = {
  schedulerName: 'packing',
  plugins: { score: { enabled: [{ name: 'NodeResourcesFit', weight: 5 }] } },
};

test('every change of a profile is a change of the log, with its actor and its version', async () => {
  const cluster = await services.clusterOf();
  const made = valueOf(await profiles.create(CALLER, cluster, { profile: PACKING }));
  valueOf(await profiles.update({ ...CALLER, actor: 'bob' }, cluster, { name: 'packing', profile: {} }));
  valueOf(await profiles.update(CALLER, cluster, { name: 'packing', profile: { schedulerName: 'packing' } }));
  valueOf(await profiles.delete(CALLER, cluster, { name: 'packing' }));
  const changes = await services.rows<{ body: Buffer }>(
    `SELECT c.position, c.op, c.api_version, c.kind, c.namespace, c.name, c.body, r.actor FROM changes c
     JOIN revisions r USING (cluster_id, revision)
     WHERE c.cluster_id = $1 ORDER BY c.position`,
    [cluster],
  );
  const named = {
    api_version: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerProfile',
    namespace: '',
    name: 'packing',
  };
  const bodies = changes.map(({ body }) => JSON.parse(body.toString()) as { metadata: { uid: string } });
  expect(changes).toMatchObject([
    { position: '1', op: 'create', actor: 'ann', ...named },
    { position: '2', op: 'update', actor: 'bob', ...named },
    { position: '3', op: 'delete', actor: 'ann', ...named },
  ]);
  expect(bodies).toMatchObject([
    { spec: PACKING, status: { version: 1, digest: made.digest } },
    { spec: { schedulerName: 'packing' }, status: { version: 2 } },
    { spec: { schedulerName: 'packing' }, status: { version: 2 } },
  ]);
  expect(new Set(bodies.map(({ metadata }) => metadata.uid)).size).toBe(1);
});

test('what decides alike is the same version, also when it is written otherwise', async () => {
  const cluster = await services.clusterOf();
  valueOf(await profiles.create(CALLER, cluster, { profile: { schedulerName: 'same' } }));
  const profile = { schedulerName: 'same', percentageOfNodesToScore: 7, plugins: {} };
  const again = valueOf(await profiles.update(CALLER, cluster, { name: 'same', profile }));
  expect(again).toMatchObject({
    version: 1,
    resourceVersion: '2',
    config: { source: profile },
    ignored: [{ field: 'percentageOfNodesToScore' }],
  });
  expect(valueOf(await profiles.versions(CALLER, cluster, 'same'))).toHaveLength(1);
});

test('a version that a run was given comes between those that were made', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  valueOf(await profiles.create(CALLER, cluster, { profile: { schedulerName: 'packing' } }));
  const run = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), profile: PACKING }, { wait: true }),
  );
  expect(run.profile).toMatchObject({ name: 'packing', version: 2 });
  expect(valueOf(await profiles.get(CALLER, cluster, 'packing'))).toMatchObject({
    version: 1,
    config: { source: { schedulerName: 'packing' } },
  });
  const third = { ...PACKING, plugins: { score: { disabled: [{ name: '*' }] } } };
  expect(valueOf(await profiles.update(CALLER, cluster, { name: 'packing', profile: third }))).toMatchObject({
    version: 3,
  });
  expect(valueOf(await profiles.update(CALLER, cluster, { name: 'packing', profile: PACKING }))).toMatchObject({
    version: 2,
    digest: run.profile.digest,
  });
  expect(valueOf(await profiles.byDigest(CALLER, cluster, run.profile.digest))).toMatchObject({
    name: 'packing',
    version: 2,
    config: { source: PACKING },
  });
  expect(valueOf(await profiles.byDigest(CALLER, cluster, '00'))).toBeUndefined();
});

test('of writers at once each is one revision, and one of those that make the same name wins', async () => {
  const cluster = await services.clusterOf();
  const made = await Promise.all([1, 2, 3].map(() => profiles.create(CALLER, cluster, { profile: PACKING })));
  expect(made.map((one) => (one.refused ? one.refusal.kind : one.value.version)).sort()).toEqual([
    1,
    'ProfileAlreadyExists',
    'ProfileAlreadyExists',
  ]);
  const weights = await Promise.all(
    [6, 7, 8].map((weight) =>
      profiles.update(CALLER, cluster, {
        name: 'packing',
        profile: { plugins: { score: { enabled: [{ name: 'NodeResourcesFit', weight }] } } },
      }),
    ),
  );
  expect(weights.map((one) => valueOf(one).version).sort()).toEqual([2, 3, 4]);
  expect(await services.position(cluster)).toBe('4');
});

test('a profile of another engine is shown as the version its next run names; a refused one serves none', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  valueOf(await profiles.create(CALLER, cluster, { profile: PACKING }));
  await services.rows(
    `UPDATE objects SET manifest = jsonb_set(manifest, '{spec,plugins,score,enabled,0,weight}', '9')
     WHERE cluster_id = $1 AND kind = 'KubeSchedulerProfile'`,
    [cluster],
  );
  const coming = valueOf(await profiles.get(CALLER, cluster, 'packing'));
  expect(coming.version).toBe(2);
  expect(valueOf(await profiles.versions(CALLER, cluster, 'packing')).map(({ version }) => version)).toEqual([2, 1]);
  const run = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), profile: 'packing' }, { wait: true }),
  );
  expect(run.profile).toEqual({ name: 'packing', version: 2, digest: coming.digest });
  await services.rows(
    `UPDATE objects SET manifest = jsonb_set(manifest, '{spec,plugins,score,enabled,0,name}', '"Gone"')
     WHERE cluster_id = $1 AND kind = 'KubeSchedulerProfile'`,
    [cluster],
  );
  expect(valueOf(await profiles.get(CALLER, cluster, 'packing'))).toMatchObject({
    version: 1,
    config: { source: PACKING },
  });
  const refused = await services.scheduling.schedule(
    CALLER,
    { ...scheduleAll(cluster), profile: 'packing' },
    { wait: true },
  );
  expect(refused).toMatchObject({ refused: true, refusal: { kind: 'ProfileNotFound', known: ['default-scheduler'] } });
});

test('a deleted cluster takes its profiles along, its log stays', async () => {
  const cluster = await services.clusterOf();
  valueOf(await profiles.create(CALLER, cluster, { profile: PACKING }));
  valueOf(await services.clusters.delete(CALLER, cluster));
  expect(await profiles.list(CALLER, cluster)).toMatchObject({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster },
  });
  expect(await services.rows('SELECT 1 FROM objects WHERE cluster_id = $1', [cluster])).toEqual([]);
  expect(await services.rows('SELECT name, version FROM profiles WHERE cluster_id = $1', [cluster])).toEqual([
    { name: 'packing', version: 1 },
  ]);
});
