import type { Outcome } from '#requests';
import { processorTurns } from '#database';
import { passingSigningKey } from '#history';
import type { Run } from '#scheduling';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { Threads } from '#threads';
import { sharesOf } from '../memory.js';
import type { DecidingSettings, DecidingThread } from './jobs.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

function startThreads(): Threads<DecidingThread> {
  const settings: DecidingSettings = {
    url: services.url,
    poolSize: 4,
    pacedConnections: 1,
    statementTimeouts: { short: 30_000, heavy: 120_000 },
    memory: sharesOf(2 ** 32),
    publicKeyPem: passingSigningKey().publicKeyPem,
    notesFolder: undefined,
    extenderHosts: [],
    archiveFolder: 'none',
    spans: undefined,
    plugins: [],
    pluginBudgetMs: 1_000,
    processorTurns: processorTurns(),
  };
  const module = new URL('./deciding-thread.js', import.meta.url);
  return new Threads<DecidingThread>({ module, settings, count: 1, onNews: () => undefined, onLost: () => undefined });
}

test('a thread has a lease of its own: the runs that it leaves are cancelled when somebody tidies', async () => {
  const pods = Array.from({ length: 2_000 }, (_, index) => pod(`p${index}`, { cpu: '1m' }));
  const cluster = await services.clusterOf(node('a', { cpu: '64', memory: '64Gi', pods: '3000' }), ...pods);
  const threads = startThreads();
  let lost: Promise<unknown> = Promise.resolve();
  const started = await new Promise<Outcome<Run>>((resolve, reject) => {
    lost = threads
      .call(
        'schedule',
        { caller: CALLER, request: scheduleAll(cluster), wait: false, idempotency: undefined },
        {
          onNews: (news) => {
            if (news !== 'replayed') resolve(news.started);
          },
        },
      )
      .catch((error: unknown) => error);
    void lost.then(reject);
  });
  const { id } = valueOf(started);
  expect((await services.scheduling.tidy(CALLER)).cancelled).toEqual([]);
  await threads.stop();
  expect(await lost).toMatchObject({ name: 'ThreadLost' });
  let cancelled: readonly string[] = [];
  // PostgreSQL notices soon that the thread's connections are gone.
  while (cancelled.length === 0) ({ cancelled } = await services.scheduling.tidy(CALLER));
  expect(cancelled).toEqual([id]);
  expect(valueOf(await services.scheduling.get(CALLER, { cluster }, id))).toMatchObject({ state: 'cancelled' });
});
