import { randomUUID } from 'node:crypto';
import { DECISION_REPORTS } from '#audit';
import { OverviewService, type ClusterPlace } from '#cluster';
import { Denied, type Outcome } from '#requests';
import { ActivityService, CapacityService, DiffService, LogService, WatchService } from '#history';
import { PastClusters } from '#state';
import { allKinds, type Node } from '#kubernetes';
import { DecisionReportService, ReplayService, RunViewService } from '#scheduling';
import { PendingService, SearchService, WhyNotService } from '#questions';
import { ExportService } from '#transfer';
import { kindNamed, valueOf, type TestServices } from '../../services/index.js';
import type { Reader, SharedCluster } from './shared-cluster.js';

/** Something that is read, and all that it answers. */
export type Reading = readonly [name: string, read: () => Promise<unknown>];

/** Of a page that must have them all. */
const ALL = { pageSize: 500 };

/** A sign that the whole was asked for by somebody who sees a part. */
export const DENIED = 'denied';

/** Answers with what a refusal says too: it must not tell more than an answer. */
export async function answered(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (Denied.is(error)) return DENIED;
    throw error;
  }
}

/** Every service over the database of the spec. */
export class Readings {
  readonly #capacity: CapacityService;
  readonly #overview: OverviewService;
  readonly #log: LogService;
  readonly #diffs: DiffService;
  readonly #activity: ActivityService;
  readonly #pending: PendingService;
  readonly #runs: RunViewService;
  readonly #reports: DecisionReportService;
  readonly #search: SearchService;
  readonly #exports: ExportService;
  readonly #replays: ReplayService;
  readonly #whyNots: WhyNotService;

  constructor(private readonly services: TestServices) {
    const { database, moments } = services;
    const clusters = new PastClusters();
    this.#capacity = new CapacityService(database, moments);
    this.#overview = new OverviewService(database, moments);
    this.#log = new LogService(database);
    this.#diffs = new DiffService(database, clusters);
    this.#activity = new ActivityService(database);
    this.#pending = new PendingService(database);
    this.#runs = new RunViewService(database);
    this.#reports = new DecisionReportService(database);
    this.#search = new SearchService(database, moments);
    this.#exports = new ExportService(database, moments);
    this.#replays = new ReplayService(database, { clusters });
    this.#whyNots = new WhyNotService({ database, clusters, warm: services.scheduling.clusters });
  }

  /** All that a reader can ask of a cluster. */
  of(shared: SharedCluster, reader: Reader): readonly Reading[] {
    return [
      ...this.#ofState(shared, reader, {}),
      ...this.#ofState(shared, reader, { at: 'revision:2' }),
      ...this.#ofLog(shared, reader),
      ...this.#ofDecisions(shared, reader),
      ...this.#ofRuns(shared, reader),
      ...this.#ofWhole(shared, reader),
    ];
  }

  #ofState({ id }: SharedCluster, { caller, hidden, own }: Reader, at: Pick<ClusterPlace, 'at'>): Reading[] {
    const { clusters, objects, profiles } = this.services;
    const place = { cluster: id, ...at };
    const nodes = { ...place, kind: kindNamed('Node'), namespace: '' };
    const [someName = '', otherName = ''] = hidden;
    return [
      ...allKinds().flatMap((kind): Reading[] => [
        [`list ${kind.kind}`, () => objects.list(caller, { ...place, kind, namespace: '' })],
        [`count ${kind.kind}`, () => objects.count(caller, { ...place, kind, namespace: '' })],
      ]),
      [
        'get',
        () => withoutAsked(objects.get(caller, { ...place, kind: kindNamed('Namespace'), namespace: '' }, someName)),
      ],
      ['cluster', () => clusters.get(caller, place)],
      ['clusters', () => clusters.list(caller, ALL)],
      ['version', () => clusters.version(caller, id)],
      ['profiles', () => profiles.list(caller, place)],
      ['labels of pods', () => this.#overview.labelKeys(caller, place, { kind: 'Pod', values: 100 })],
      ['labels of nodes', () => this.#overview.labelKeys(caller, place, { kind: 'Node', values: 100 })],
      ['namespaces', () => this.#overview.namespaces(caller, place, ALL)],
      ['states', () => this.#overview.states(caller, place)],
      [
        'pods of nodes',
        () => objects.podsOfNodes(caller, place, { nodes: NODES.map((node) => ({ node })), limit: 100 }),
      ],
      ['export', () => this.#exported(caller, place)],
      ['capacity', () => this.#capacity.ofCluster(caller, place)],
      [
        'utilization',
        () =>
          this.#capacity.divided(caller, place, [{ by: 'node' }, { by: 'namespace' }, { by: 'podLabel', key: 'app' }]),
      ],
      ['node columns', () => this.#capacity.columnsOfNodes(caller, place, { labels: [], resources: ['cpu'] })],
      [
        'usage of nodes',
        async () => {
          const { items } = valueOf(await objects.list(caller, nodes));
          return valueOf(await this.#capacity.ofNodes(caller, place, items as readonly Node[])).size;
        },
      ],
      ['search for a hidden name', () => this.#search.search(caller, place, { text: otherName, limit: 100 })],
      ['search for anything', () => this.#search.search(caller, place, { text: 'z', limit: 100 })],
      ['search in the own namespace', () => this.#search.search(caller, place, { text: `${own}/`, limit: 100 })],
      ['search in a hidden namespace', () => this.#search.search(caller, place, { text: `${someName}/`, limit: 100 })],
    ];
  }

  #ofLog({ id }: SharedCluster, { caller, hidden }: Reader): Reading[] {
    const [someName = ''] = hidden;
    return [
      ['changes', () => this.#log.changes(caller, id, { filter: {}, ...ALL })],
      [
        'changes of a hidden namespace',
        () => this.#log.changes(caller, id, { filter: { namespaces: [someName] }, ...ALL }),
      ],
      ['revisions', () => this.#log.revisions(caller, id, { filter: {}, ...ALL })],
      ['revision', () => this.#log.revision(caller, id, 1n)],
      ['watch', () => this.#watched(reader(caller), id)],
      ['diff', () => this.#diffs.diff(caller, { cluster: id, from: 'revision:1' }).then(shown)],
      ['activity', () => this.#activity.activity(caller, id, { buckets: 3 })],
      ['utilization over time', () => this.#activity.utilization(caller, id, { buckets: 3 })],
      ['history', () => this.#activity.history(caller, id)],
      ['refusals', () => this.services.refusals.list(caller, id, { filter: {}, ...ALL })],
    ];
  }

  #ofDecisions({ id, run, dryRun }: SharedCluster, { caller, hidden, own }: Reader): Reading[] {
    const { decisions } = this.services;
    const [namespace = ''] = hidden;
    const lists = { all: {}, run: { run }, 'dry run': { run: dryRun }, hidden: { namespace } };
    return [
      ...Object.entries(lists).map(([name, filter]): Reading => [
        `decisions: ${name}`,
        () => decisions.list(caller, id, { filter, ...ALL }),
      ]),
      ['streamed', () => this.#streamed(caller, id)],
      ...Array.from({ length: 12 }, (_, ordinal): Reading => [
        `decision ${ordinal} with all about it`,
        () => this.#everythingOf(caller, id, `${run}.${ordinal}`),
      ]),
      ['pending', () => this.#pending.groups(caller, id, { filter: {}, groupBy: ['namespace', 'reason'], ...FIRST })],
      ['pending pods', () => this.#pending.list(caller, id, { filter: {}, orderBy: 'name', ...FIRST })],
      ['totals', () => this.#reports.page(caller, { report: DECISION_REPORTS.totals, cluster: id }, totals({}))],
      [
        'own totals',
        () => this.#reports.page(caller, { report: DECISION_REPORTS.totals, cluster: id }, totals({ namespace: own })),
      ],
      [
        'others’ totals',
        () => this.#reports.page(caller, { report: DECISION_REPORTS.totals, cluster: id }, totals({ namespace })),
      ],
      ['waits', () => this.#reports.page(caller, { report: DECISION_REPORTS.waits, cluster: id }, waits)],
    ];
  }

  #ofRuns({ id, run, dryRun, pods }: SharedCluster, { caller }: Reader): Reading[] {
    const { scheduling } = this.services;
    const asked = Object.values(pods).map((text) => text.split('/'));
    return [
      ['runs', () => scheduling.list(caller, id, ALL)],
      ['run', () => scheduling.get(caller, id, run)],
      ['many runs', () => scheduling.getMany(caller, id, [run, dryRun])],
      ['parts', () => this.#runs.parts(caller, { cluster: id, run }, ALL)],
      ['comparison', () => this.#runs.compare(caller, id, { base: run, other: dryRun })],
      ['differences', () => this.#runs.differences(caller, { cluster: id, pair: { base: run, other: dryRun } }, ALL)],
      ...asked.flatMap(([namespace = '', name = '']): Reading[] => [
        [
          `why not ${namespace}/${name}`,
          () => withoutAsked(this.#whyNots.whyNot(caller, id, { of: { pod: { namespace, name } }, node: 'node-0' })),
        ],
        [
          `fit anywhere ${namespace}/${name}`,
          () => withoutAsked(this.#whyNots.fitAnywhere(caller, id, { of: { pod: { namespace, name } }, limit: 5 })),
        ],
        [
          `why not then ${namespace}/${name}`,
          () =>
            withoutAsked(
              this.#whyNots.whyNot(
                caller,
                { cluster: id, at: 'revision:2' },
                { of: { pod: { namespace, name } }, node: 'node-0' },
              ),
            ),
        ],
      ]),
    ];
  }

  /** What tells of the whole. */
  #ofWhole({ id }: SharedCluster, { caller }: Reader): Reading[] {
    const { checkpoints, proofs, forks } = this.services;
    return [
      ['checkpoint', () => checkpoints.create(caller, id)],
      ['checkpoints', () => checkpoints.list(caller, id, ALL)],
      ...[1n, 2n, 3n, 4n].map((revision): Reading => [
        `proof of revision ${revision}`,
        () => proofs.inclusion(caller, id, { revision }),
      ]),
      ...[1n, 2n, 5n, 9n].map((position): Reading => [
        `proof of the change at ${position}`,
        () => proofs.inclusion(caller, id, { position }),
      ]),
      ['ledger', () => this.#ledger(caller, id)],
      ['replay', () => this.#replays.scope(caller, { cluster: id, selection: {} })],
      ['fork', () => forks.fork(caller, { cluster: id, name: `copy-${randomUUID().slice(0, 8)}` })],
    ];
  }

  async #exported(caller: Reader['caller'], place: ClusterPlace): Promise<unknown> {
    const found: unknown[] = [];
    const outcome = await this.#exports.export(caller, place, async ({ batches }) => {
      for await (const batch of batches) found.push(...batch);
    });
    return [outcome, found];
  }

  async #ledger(caller: Reader['caller'], cluster: string): Promise<unknown> {
    const lines: string[] = [];
    const consume = async (text: AsyncIterable<string>): Promise<void> => {
      for await (const piece of text) lines.push(piece);
    };
    return [await this.services.proofs.ledger(caller, cluster, { consume }), lines];
  }

  async #streamed(caller: Reader['caller'], cluster: string): Promise<unknown> {
    const found: unknown[] = [];
    const outcome = await this.services.decisions.stream(caller, { cluster, filter: {} }, async (batches) => {
      for await (const batch of batches) found.push(...batch);
    });
    return [outcome, found];
  }

  async #watched({ caller }: Pick<Reader, 'caller'>, cluster: string): Promise<unknown> {
    const watching = new AbortController();
    const watches = new WatchService(this.services.database);
    const found: unknown[] = [];
    const { revision, position } = valueOf(await this.services.clusters.get(caller, cluster));
    const watch = valueOf(await watches.watch(caller, { cluster, after: 0n }, watching.signal));
    for await (const batch of watch.batches) {
      found.push(batch);
      if (batch.position === position) watching.abort();
    }
    watches.stop();
    return [revision, found];
  }

  /** A decision, its trace in all forms, what made the difference, and its proof. */
  async #everythingOf(caller: Reader['caller'], cluster: string, id: string): Promise<unknown> {
    const { decisions, proofs } = this.services;
    const rows = { id, filter: {}, orderBy: 'total' as const };
    const found = [
      await decisions.get(caller, cluster, id),
      await decisions.trace(caller, cluster, { ...rows, offset: 0, pageSize: 100 }),
      await decisions.traceColumns(caller, cluster, id),
      await decisions.failingSets(caller, cluster, { id, by: 'reason' }),
      await decisions.why(caller, cluster, { id }),
      await this.#whyNots.whyNot(caller, cluster, { of: { decision: id }, node: 'node-0' }),
      await proofs.inclusion(caller, cluster, { decision: id }),
    ];
    return found;
  }
}

const NODES = ['node-0', 'node-1', 'node-2'];
const FIRST = { offset: 0, pageSize: 500 };
const totals = (filter: { readonly namespace?: string }) =>
  ({ filter, groupBy: ['namespace', 'reason'], ...FIRST }) as const;
const waits = { filter: {}, groupBy: ['namespace'], ...FIRST } as const;

function reader(caller: Reader['caller']): Pick<Reader, 'caller'> {
  return { caller };
}

/** Patches are made when they are looked at. */
function shown(outcome: Outcome<{ readonly objects: readonly { readonly patch: unknown }[] }>): unknown {
  return outcome.refused
    ? outcome
    : [outcome.value, outcome.value.objects.map((object) => ({ ...object, patch: object.patch }))];
}

/** A refusal repeats what was asked for, which its asker knows. */
async function withoutAsked(answer: Promise<Outcome<unknown>>): Promise<unknown> {
  const outcome = await answer;
  return outcome.refused ? outcome.refusal.kind : outcome;
}
