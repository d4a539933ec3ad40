import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Schemas } from '#client';
import { BenchService } from '../service/bench-service.js';
import { importNodes, importPending } from '../service/bound-cluster.js';
import { replayed } from './replay.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

/**
 * One run of pods that one extender on loopback filters and scores the nodes for: given names, or whole nodes; and with
 * the extender gone after half of the calls, where it may be ignored and where not. All of it is decided again without
 * the extender: a difference is a failure.
 */
export const extenders: FurtherFigure = {
  size: { nodes: 1_000, pods: 1_000, rounds: 1 },
  measure: (options) =>
    BenchService.with((service) => measure(service, options), { BERTH_EXTENDER_HOSTS: '127.0.0.1' }),
};

async function measure(service: BenchService, options: FigureOptions): Promise<FigureValues> {
  const { pods } = options;
  const names = await runWith(service, options, { name: 'names', nodeCacheCapable: true });
  const whole = await runWith(service, options, { name: 'whole', nodeCacheCapable: false });
  const half = { nodeCacheCapable: true, mostCalls: pods };
  const killed = await runWith(service, options, { name: 'killed', ...half });
  const ignored = await runWith(service, options, { name: 'ignored', ...half, ignorable: true });
  return {
    ...speed('names', names, pods),
    ...speed('whole', whole, pods),
    killedScheduled: killed.run.counts.scheduled,
    killedErrors: killed.run.counts.error,
    ignoredScheduled: ignored.run.counts.scheduled,
    ignoredErrors: ignored.run.counts.error,
    replayedPerSecond: names.replay.decisionsPerSecond,
    answerBytesPerDecision: await answerBytes(service),
  };
}

function speed(name: string, { run, calls }: Ran, pods: number): FigureValues {
  return { [`${name}PodsPerSecond`]: (pods * 1_000) / run.durations.decideMs, [`${name}Calls`]: calls };
}

interface Ran {
  readonly run: Schemas['Run'];
  readonly calls: number;
  readonly replay: Schemas['ReplayReport'];
}

interface Asking {
  readonly name: string;
  readonly nodeCacheCapable: boolean;
  readonly ignorable?: boolean;
  /** The extender is gone after so many calls. */
  readonly mostCalls?: number;
}

async function runWith(
  service: BenchService,
  { nodes, pods, progress }: FigureOptions,
  { name, mostCalls = Infinity, ...how }: Asking,
): Promise<Ran> {
  progress(name, 0, 1);
  const cluster = await importNodes(service.client, nodes, name);
  await importPending(service.client, cluster, { first: 0, end: pods });
  const counted = { calls: 0 };
  const server = await startExtender(counted, mostCalls);
  const { port } = server.address() as AddressInfo;
  const urlPrefix = `http://127.0.0.1:${port}`;
  const extender = { urlPrefix, filterVerb: 'filter', prioritizeVerb: 'prioritize', weight: 1, ...how };
  const run = await service.client.api.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster } },
    body: { profile: { extenders: [extender] } },
  });
  stop(server);
  progress(`${name}, again`, 0, 1);
  return { run, calls: counted.calls, replay: await replayed(service.client.api, cluster) };
}

interface ExtenderBody {
  readonly NodeNames: readonly string[] | null;
  readonly Nodes: { readonly items: readonly { readonly metadata: { readonly name: string } }[] } | null;
}

/** Turns every tenth node down, and scores by the last digit of the name. */
async function startExtender(counted: { calls: number }, mostCalls: number): Promise<Server> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      counted.calls += 1;
      const { NodeNames, Nodes } = JSON.parse(Buffer.concat(pieces).toString()) as ExtenderBody;
      const names = NodeNames ?? (Nodes?.items ?? []).map(({ metadata }) => metadata.name);
      const kept = names.filter((name) => !name.endsWith('7'));
      const FailedNodes = Object.fromEntries(
        names.filter((name) => name.endsWith('7')).map((name) => [name, 'node(s) had no lease']),
      );
      const isKept = (item: { readonly metadata: { readonly name: string } }): boolean =>
        !item.metadata.name.endsWith('7');
      const filtered =
        Nodes === null
          ? { NodeNames: kept, FailedNodes }
          : { Nodes: { items: Nodes.items.filter(isKept) }, FailedNodes };
      const scores = names.map((Host) => ({ Host, Score: Number(Host.at(-1)) % 10 }));
      response.end(JSON.stringify(request.url === '/filter' ? filtered : scores), () => {
        if (counted.calls === mostCalls) stop(server);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function answerBytes(service: BenchService): Promise<number> {
  return service.withDatabase(async (database) => {
    const { rows } = await database.query<{ bytes: string }>(
      'SELECT avg(octet_length(answers)) AS bytes FROM decisions',
    );
    return Number(rows[0]?.bytes);
  });
}
