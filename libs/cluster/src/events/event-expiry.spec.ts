import pg from 'pg';
import { CALLER, kindNamed, TestServices, valueOf } from '#test-services';
import { EventExpiryService } from './event-expiry.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const event = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name, namespace: 'default' },
  involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
  ...more,
});

async function names(cluster: string): Promise<string[]> {
  const { items } = valueOf(await services.objects.list(CALLER, { cluster, kind: kindNamed('Event'), namespace: '' }));
  return items.map(({ metadata }) => metadata.name);
}

/** Makes what the log has older, which no role of the service may. */
async function age(cluster: string, minutes: number): Promise<void> {
  const client = new pg.Client(services.url);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `UPDATE revisions SET at = at - $2 * interval '1 minute'
         WHERE cluster_id IN (SELECT id FROM clusters WHERE id::text = $1 OR name = $1)`,
      [cluster, minutes],
    );
  } finally {
    await client.end();
  }
}

test('an event goes an hour after its last change', async () => {
  const expiry = new EventExpiryService(services.database);
  const cluster = await services.clusterOf(event('old'), event('changed'));
  await age(cluster, 61);
  await services.import(cluster, [event('changed', { count: 2 }), event('new')]);
  expect(await names(cluster)).toEqual(['changed', 'new', 'old']);
  expect(await expiry.tidy(CALLER)).toBe(1);
  expect(await names(cluster)).toEqual(['changed', 'new']);
  const { revision } = valueOf(await services.clusters.get(CALLER, cluster));
  expect(await expiry.tidy(CALLER)).toBe(0);
  expect(valueOf(await services.clusters.get(CALLER, cluster)).revision).toBe(revision);
});
