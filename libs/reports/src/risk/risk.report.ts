import {
  ClusterAdviceService,
  namedPods,
  WhatIfService,
  type AdvicePage,
  type AdviceRequest,
  type VisibleState,
} from '#questions';
import { compareGroups, ownerOf, takesRoom } from '../groups/index.js';
import type { Frame } from '../frames/index.js';
import { controllersIn, ReadPod } from '../pods/index.js';
import {
  chosenBy,
  integer,
  key,
  orNull,
  report,
  text,
  valueOrRefused,
  type ByChoices,
  type ChosenBy,
} from '../report/index.js';

const ZONE = 'topology.kubernetes.io/zone';

const BY: ByChoices = {
  zone: `Loss of each zone: nodes with the same label \`${ZONE}\`.`,
  node: 'Loss of each node.',
  'label:': 'Loss of each set of nodes with the same value of a label: `label:rack`.',
};

interface Row {
  readonly risk: string;
  readonly namespace: string | null;
  readonly subject: string;
  readonly nodes: number | null;
  readonly pods: number;
  readonly homeless: number | null;
  readonly detail: string;
}

/** Pages of advice are of this length. */
const ADVICE_PAGE = 500;

/** What would go wrong. */
export const risk = report({
  name: 'risk',
  summary: 'Losses without room, budgets that block drains, single points, advice',
  description:
    'What a failure or a drain would leave without a node: one row for each finding. Losses are tried on a copy of ' +
    'the cluster in memory with its scheduler profiles; a loss that leaves every pod a node is a row too.',
  about: 'state',
  by: BY,
  parameters: ['by', 'namespace'],
  columns: {
    risk: key(
      text(
        '`loss`: nodes of a domain are lost. `budget`: a PodDisruptionBudget allows no disruption. `singleReplica`: ' +
          'a controller has one pod. `singleNode`: all pods of a controller with several are on one node. Otherwise ' +
          '`advice:RULE`, a rule of advice.',
      ),
    ),
    namespace: key(orNull(text('Namespace of the subject; null if it has none.'))),
    subject: key(text('The domain, budget or controller, or the objects of the advice.')),
    nodes: orNull(integer('nodes', 'Of a loss: nodes that are lost; otherwise null.')),
    pods: integer('pods', 'Of a loss: pods that have to move; otherwise pods or objects that are concerned.'),
    homeless: orNull(integer('pods', 'Of a loss: pods that find no other node; otherwise null.')),
    detail: text('More about it: the reasons of homeless pods, or the advice.'),
  },
  async *rows(frame) {
    const by = chosenBy(BY, frame.parameters.by) ?? { choice: 'zone', key: '' };
    const visible = await frame.state();
    const { namespace } = frame.parameters;
    const rows = [...(namespace === undefined ? await losses(frame, by) : [])];
    rows.push(...budgets(visible), ...singlePoints(visible), ...(await advice(frame)));
    yield* rows.filter((row) => namespace === undefined || row.namespace === namespace);
  },
});

async function losses(frame: Frame, { choice, key }: ChosenBy): Promise<Row[]> {
  const topologyKey = choice === 'zone' ? ZONE : choice === 'node' ? 'kubernetes.io/hostname' : key;
  const questions = new WhatIfService(frame.source);
  const question = { name: 'loss', body: { topologyKey } } as const;
  const which = { cluster: frame.cluster.id, at: String(frame.upTo) };
  const { domains } = valueOrRefused(await questions.ask(frame.caller, which, question));
  return domains.map(({ domain, nodes, pods, homeless, lost, reasons }) => ({
    risk: 'loss',
    namespace: null,
    subject: domain,
    nodes,
    pods: pods + lost.length,
    homeless: homeless.length,
    detail: [
      ...(lost.length === 0 ? [] : [`no controller recreates ${lost.length} of the pods`]),
      ...reasons.map(({ message, pods: count }) => `${count}: ${message}`),
    ].join('; '),
  }));
}

interface Budget {
  readonly status?: {
    readonly disruptionsAllowed?: number;
    readonly expectedPods?: number;
    readonly currentHealthy?: number;
    readonly desiredHealthy?: number;
  };
}

/** Those that refuse every eviction of pods that there are. */
function budgets({ past }: VisibleState): Row[] {
  return past.ofKind('PodDisruptionBudget').flatMap((budget) => {
    const {
      disruptionsAllowed = 0,
      expectedPods = 0,
      currentHealthy = 0,
      desiredHealthy = 0,
    } = (budget.stored().object as Budget).status ?? {};
    if (expectedPods === 0 || disruptionsAllowed > 0) return [];
    const detail = `${currentHealthy} healthy, ${desiredHealthy} desired`;
    const { namespace, name: subject } = budget;
    return [{ risk: 'budget', namespace, subject, nodes: null, pods: expectedPods, homeless: null, detail }];
  });
}

/** Controllers that a single pod or node carries. Pods of DaemonSets belong to their nodes. */
function singlePoints(visible: VisibleState): Row[] {
  const { past } = visible;
  const owners = new Map<string, { namespace: string; subject: string; nodes: Set<string>; pods: number }>();
  for (const pod of namedPods(visible)) {
    const subject = ownerOf(controllersIn(past), new ReadPod(pod));
    if (subject === null || !takesRoom(past, pod) || /^(DaemonSet|Job|CronJob|Node) /.test(subject)) continue;
    const key = `${pod.namespace}/${subject}`;
    const owner = owners.get(key) ?? { namespace: pod.namespace, subject, nodes: new Set(), pods: 0 };
    owners.set(key, owner);
    owner.nodes.add(pod.placement.node ?? '');
    owner.pods += 1;
  }
  return [...owners]
    .sort(([a], [b]) => compareGroups(a, b))
    .flatMap(([, { namespace, subject, nodes, pods }]) => {
      const [node = ''] = nodes;
      if (nodes.size > 1) return [];
      const kind = pods === 1 ? 'singleReplica' : 'singleNode';
      return [{ risk: kind, namespace, subject, nodes: null, pods, homeless: null, detail: `on ${node}` }];
    });
}

async function advice(frame: Frame): Promise<Row[]> {
  const service = new ClusterAdviceService(frame.source);
  const which = { cluster: frame.cluster.id, at: String(frame.upTo) };
  const rows: Row[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const request: AdviceRequest = { filter: {}, pageSize: ADVICE_PAGE, offset };
    const { items, nextOffset }: AdvicePage = valueOrRefused(await service.advice(frame.caller, which, request));
    for (const { rule, namespace, objects, objectCount, sentence } of items)
      rows.push({
        risk: `advice:${rule}`,
        namespace: namespace === '' ? null : namespace,
        subject: objects.map(({ kind, name }) => `${kind} ${name}`).join('; '),
        nodes: null,
        pods: objectCount,
        homeless: null,
        detail: sentence,
      });
    offset = nextOffset;
  }
  return rows;
}
