import { randomUUID } from 'node:crypto';
import { CALLER, kindNamed, node, pod, TestServices, valueOf } from '#test-services';
import { ClockService } from './clock.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const service = (): ClockService => new ClockService(services.database);

/** A cluster in which a minute does something; all of them begin the same. */
async function living(): Promise<string> {
  const clock = {
    now: '2026-01-05T00:00:00Z',
    seed: '3',
    kubelet: { settings: { 'start-after': '20s', 'run-for': '10s' }, rules: [] },
  } as const;
  const { id } = valueOf(await services.clusters.create(CALLER, { name: `c-${randomUUID()}`, clock }));
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const set = {
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet' },
    metadata: { name: 'web', namespace: 'shop' },
    spec: { replicas: 3, selector: { matchLabels: { a: 'b' } }, template },
  };
  valueOf(await services.import(id, [node('n1'), node('n2'), set, pod('big', { cpu: '999' })]));
  return id;
}

/** What a log comes to, and its changes without the times of the wall. */
async function end(cluster: string): Promise<unknown> {
  const { now, position, digest } = valueOf(await service().get(CALLER, cluster));
  const changes = await services.rows(
    `SELECT position, op, kind, name, uid, cluster_at, cause, encode(body, 'hex') AS body FROM changes
     WHERE cluster_id = $1 ORDER BY position`,
    [cluster],
  );
  const decisions = await services.rows(
    `SELECT ordinal, pod_name, outcome, node_name, woken, cluster_at, encode(trace_digest, 'hex') AS trace
     FROM decisions WHERE cluster_id = $1 ORDER BY ordinal`,
    [cluster],
  );
  return { now, position, digest, changes, decisions };
}

test('an advance that fails in its middle leaves nothing, and ends the same when it is repeated', async () => {
  const [stopped, other] = [await living(), await living()];
  const clocks = service();
  valueOf(await clocks.move(CALLER, stopped, { advance: '15s' }));
  const before = await end(stopped);
  await services.rows(`CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'planted'; END $$`);
  await services.rows('CREATE TRIGGER planted BEFORE INSERT ON changes FOR EACH ROW EXECUTE FUNCTION planted()');
  await expect(clocks.move(CALLER, stopped, { advance: '45s' })).rejects.toThrow('planted');
  expect(await end(stopped)).toEqual(before);
  await services.rows('DROP TRIGGER planted ON changes');
  valueOf(await clocks.move(CALLER, stopped, { advance: '45s' }));
  valueOf(await service().move(CALLER, other, { advance: '60s' }));
  expect(await end(stopped)).toEqual(await end(other));
});

test('processes that take turns make the same changes and decisions as one', async () => {
  const [shared, other] = [await living(), await living()];
  const turns = [service(), service()];
  for (let second = 0; second < 60; second += 5)
    valueOf(await (turns[(second / 5) % 2] as ClockService).move(CALLER, shared, { advance: '5s' }));
  valueOf(await service().move(CALLER, other, { advanceTo: '2026-01-05T00:01:00Z' }));
  expect(await end(shared)).toEqual(await end(other));
});

test('what a controller creates is charged once, where it is admitted, and what goes is given back', async () => {
  const cluster = await living();
  const clocks = service();
  const hard = { pods: '9' };
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 'shop' }, spec: { hard } };
  const of = (kind: string) => ({ cluster, kind: kindNamed(kind), namespace: 'shop' });
  const used = async (): Promise<unknown> =>
    valueOf(await services.objects.get(CALLER, of('ResourceQuota'), 'q')).status;
  valueOf(await services.import(cluster, [quota]));
  valueOf(await clocks.move(CALLER, cluster, { advance: '1s' }));
  expect(await used()).toEqual({ hard, used: { pods: '3' } });
  const patch = { type: 'merge', patch: { spec: { replicas: 5 } } } as const;
  valueOf(await services.objects.patch(CALLER, of('ReplicaSet'), { name: 'web', patch }));
  valueOf(await clocks.move(CALLER, cluster, { advance: '1s' }));
  expect(await used()).toEqual({ hard, used: { pods: '5' } });
  const { position } = valueOf(await clocks.get(CALLER, cluster));
  expect(position).toBe(await services.position(cluster));
  valueOf(await services.objects.delete(CALLER, of('ReplicaSet'), { name: 'web' }));
  valueOf(await clocks.move(CALLER, cluster, { advance: '120s' }));
  expect(await used()).toEqual({ hard, used: { pods: '0' } });
});
