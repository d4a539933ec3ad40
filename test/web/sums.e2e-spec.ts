import { cases } from '#test-cases';
import {
  DecisionDocument,
  DecisionTraceDocument,
  DecisionWhyDocument,
  type DecisionQuery,
  type DecisionTraceQuery,
  type DecisionWhyQuery,
} from '../../apps/dashboard/src/generated/documents.js';
import { matrixOf, type MatrixRow } from '../../apps/dashboard/src/views/decision/matrix.js';
import { nodesIn, sumsOf } from '../../apps/dashboard/src/views/decision/sums.js';
import { TestApi } from '../e2e/test-api.js';

const DECISIONS = cases(1000);
const NODES = 23;
/** Decided in one run, and asked for in one request. */
const AT_ONCE = 20;

type Decision = NonNullable<DecisionQuery['decision']>;
type Why = NonNullable<DecisionWhyQuery['decision']>['why'];
type Trace = NonNullable<NonNullable<DecisionTraceQuery['decision']>['traceColumns']>;

/** What the page asks about one decision, by its own documents. */
interface Answered {
  readonly decision: Decision;
  readonly rows: readonly MatrixRow[];
  readonly trace: Trace;
  readonly why: Why;
}

let api: TestApi;
let answered: readonly Answered[];

beforeAll(async () => {
  api = await TestApi.start();
  const cluster = await api.cluster(...many(NODES, nodeOf), ...many(DECISIONS, podOf));
  const params = { path: { cluster } };
  const found: Answered[] = [];
  for (let round = 0; round < DECISIONS / AT_ONCE; round += 1) {
    const body = { pods: { labelSelector: `round=${round}` } };
    const { id } = await api.client.post('/v1/clusters/{cluster}/runs', { params, body });
    found.push(...(await answersOf(many(AT_ONCE, (ordinal) => `${id}.${ordinal}`))));
  }
  answered = found;
}, 300_000);

afterAll(() => api.stop());

async function answersOf(ids: readonly string[]): Promise<Answered[]> {
  const decisions = await ask<Decision>(DecisionDocument.toString(), ids);
  const traces = await ask<NonNullable<DecisionTraceQuery['decision']>>(DecisionTraceDocument.toString(), ids);
  const whys = await ask<{ readonly why: Why }>(DecisionWhyDocument.toString(), ids);
  return decisions.map((decision, index) => {
    const trace = traces[index]?.traceColumns;
    const why = whys[index]?.why;
    if (!trace || !why) throw new Error(`nothing is said of ${decision.uid}`);
    return { decision, trace, rows: matrixOf(trace), why };
  });
}

/** What a document of the page asks about one decision, asked about several at once. */
async function ask<Answer>(document: string, ids: readonly string[]): Promise<Answer[]> {
  const asked = /decision\(id: \$id\) (\{[^]*?\n {2}\})/.exec(document)?.[1] ?? '';
  const [, fragments = ''] = document.split(/\n\}\n(?=\s*fragment)/);
  const query = `{ ${ids.map((id, index) => `d${index}: decision(id: "${id}") { ...Asked }`).join(' ')} }
    fragment Asked on Decision ${asked.replace('(node: $node, against: $against)', '')} ${fragments}`;
  return Object.values(await api.client.graphql<Record<string, Answer>>(query));
}

test('some were scheduled and some were not, and nodes were turned down for several reasons', () => {
  const outcomes = new Set(answered.map(({ decision }) => decision.outcome));
  expect(outcomes).toEqual(new Set(['scheduled', 'unschedulable']));
  expect(answered.some(({ decision }) => decision.rejections.length > 3)).toBe(true);
  expect(answered).toHaveLength(DECISIONS);
});

test('points of the plugins add up to the total of each node, and the best of these is the decision’s', () => {
  for (const { decision, rows } of answered) {
    const scored = rows.filter(({ points }) => points !== undefined);
    for (const { points, total } of scored)
      expect(points?.reduce((sum, { weighted }) => sum + weighted, 0)).toBe(total);
    expect(scored).toHaveLength(decision.nodes.feasible);
    expect(rows).toHaveLength(decision.nodes.evaluated);
    if (decision.best === null) continue;
    expect(scored[0]?.total).toBe(decision.best.total);
    expect(scored.filter(({ rank }) => rank === 1)).toHaveLength(decision.best.ties);
  }
});

test('contributions of two nodes are those of the matrix, and differences add up to that of the totals', () => {
  for (const { rows, trace, why } of answered) {
    const sums = sumsOf(why.plugins);
    expect(sums.difference).toBe(why.difference ?? 0);
    if (why.difference !== null) expect(sums.node - sums.against).toBe(why.difference);
    const own = rows.find(({ node }) => node === why.node);
    const other = rows.find(({ node }) => node === why.against);
    for (const { plugin, node, against } of why.plugins) {
      const at = trace.scores.findIndex((score) => score.plugin === plugin);
      expect(own?.points?.[at]).toEqual(node);
      if (why.difference !== null) expect(other?.points?.[at]).toEqual(against);
    }
  }
});

test('sets of filters that fail together are those of the matrix, and count every node once', () => {
  for (const { decision, rows, trace } of answered) {
    const { combinations } = decision;
    expect(nodesIn(combinations ?? [])).toBe(decision.nodes.evaluated);
    const counted = countBy(rows, ({ verdicts }) =>
      trace.filters
        .filter((_, filter) => verdicts[filter] !== undefined)
        .map(({ plugin }) => plugin)
        .sort()
        .join(' '),
    );
    expect(
      Object.fromEntries((combinations ?? []).map((set) => [[...set.plugins].sort().join(' '), set.nodes])),
    ).toEqual(counted);
  }
});

test('first, any, sole and only of each reason are what the cells of the matrix say', () => {
  for (const { decision, rows } of answered)
    for (const { plugin, code, reason, nodes } of decision.rejections) {
      const where = rows.filter(({ verdicts }) => verdicts.some((status) => says(status, { plugin, code, reason })));
      const alone = where.filter(({ failing }) => failing === 1);
      expect({ plugin, reason, ...nodes }).toEqual({
        ...{ plugin, reason },
        first: where.filter(({ own }) => says(own, { plugin, code, reason })).length,
        any: where.length,
        sole: alone.length,
        only: alone.filter(({ own }) => own?.reasons.length === 1).length,
      });
    }
});

function says(
  status: MatrixRow['own'],
  { plugin, code, reason }: Pick<Decision['rejections'][number], 'plugin' | 'code' | 'reason'>,
): boolean {
  return status?.plugin === plugin && status.code === code && status.reasons.includes(reason);
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

function many<T>(count: number, one: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => one(index));
}

/** Of several sizes, and too small for all pods; some for some pods only, one cordoned. */
function nodeOf(index: number): object {
  const taints = index % 4 === 0 ? [{ key: 'dedicated', value: 'a', effect: 'NoSchedule' }] : [];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `n-${index}`, labels: { zone: `z-${index % 3}`, disk: index % 2 === 0 ? 'ssd' : 'hdd' } },
    spec: { ...(taints.length > 0 && { taints }), ...(index === 5 && { unschedulable: true }) },
    status: {
      capacity: {
        cpu: `${16 * DECISIONS * (1 + (index % 3))}m`,
        memory: `${(DECISIONS / 1000) * 65_536}Mi`,
        pods: '60',
      },
    },
  };
}

function podOf(index: number): object {
  const requests = { cpu: `${100 + 130 * (index % 17)}m`, memory: `${100 + 210 * (index % 23)}Mi` };
  const container = {
    ...{ name: 'c', image: 'i', resources: { requests } },
    ...(index % 29 === 0 && { ports: [{ containerPort: 80, hostPort: 80 }] }),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `p-${index}`, namespace: 'default', labels: { round: `${Math.floor(index / AT_ONCE)}` } },
    spec: {
      containers: [container],
      ...(index % 3 === 0 && { nodeSelector: { disk: 'ssd' } }),
      ...(index % 5 === 0 && { tolerations: [{ key: 'dedicated', operator: 'Exists' }] }),
    },
  };
}
