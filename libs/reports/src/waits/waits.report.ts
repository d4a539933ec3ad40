import { TimeSlice } from '#database';
import { compareGroups, teamsOf } from '../groups/index.js';
import type { Frame } from '../frames/index.js';
import { chosenBy, integer, key, number, orNull, report, text, type ByChoices } from '../report/index.js';
import { ReadPod } from '../pods/index.js';
import { streamWaits, streamWaitsByPriority, type WaitRow } from './waits.queries.js';

const BY: ByChoices = {
  cluster: 'All bindings together.',
  namespace: 'By namespace of the pod.',
  team: 'By the team that the namespace of the pod belongs to at present.',
  priority: 'By priority of the pod when it was created, or at the start of the period.',
  profile: 'By name of the scheduler profile.',
};

const QUANTILE = (share: string): string =>
  `The shortest wait that at least ${share} of the bindings did not exceed; exact, from the decisions.`;

/** How long pods waited for their node. */
export const waits = report({
  name: 'waits',
  summary: 'Waiting times from creation to binding',
  description:
    'Time from the creation of pods to their binding, of the bindings of the period. Kubernetes records creation ' +
    'times in whole seconds.',
  about: 'period',
  by: BY,
  parameters: ['by', 'namespace'],
  columns: {
    group: key(
      orNull(text('What the row is about, as `by` says; null for all bindings, or if the value is not known.')),
    ),
    bindings: integer('bindings', 'Bindings of pods with a known creation time.'),
    meanMs: number('milliseconds', 'The mean wait.'),
    p50Ms: number('milliseconds', QUANTILE('50 %')),
    p90Ms: number('milliseconds', QUANTILE('90 %')),
    p99Ms: number('milliseconds', QUANTILE('99 %')),
    maxMs: number('milliseconds', 'The longest wait.'),
  },
  async *rows(frame) {
    for (const [group, counts] of [...(await waitsIn(frame))].sort(([a], [b]) => compareGroups(a, b))) {
      const sorted = [...counts].sort(([a], [b]) => a - b);
      const bindings = sorted.reduce((total, [, count]) => total + count, 0);
      const sum = sorted.reduce((total, [wait, count]) => total + wait * count, 0);
      yield {
        group,
        bindings,
        meanMs: Math.round((sum / bindings) * 1_000) / 1_000,
        p50Ms: quantile(sorted, 0.5 * bindings),
        p90Ms: quantile(sorted, 0.9 * bindings),
        p99Ms: quantile(sorted, 0.99 * bindings),
        maxMs: sorted.at(-1)?.[0] ?? 0,
      };
    }
  },
});

/** By nearest rank. */
function quantile(sorted: readonly (readonly [wait: number, count: number])[], rank: number): number {
  let passed = 0;
  return sorted.find(([, count]) => (passed += count) >= rank)?.[0] ?? 0;
}

/** How many bindings of each group waited how many milliseconds. */
type Waits = Map<string | null, Map<number, number>>;

/** The waits of the bindings of each group. */
async function waitsIn(frame: Frame): Promise<Waits> {
  const { choice } = chosenBy(BY, frame.parameters.by) ?? { choice: 'cluster' };
  const found: Waits = new Map();
  if (choice === 'priority') {
    await addByPriority(found, frame);
    return found;
  }
  const groupOf = await groupsBy(frame, choice);
  const by = { namespace: choice === 'namespace' || choice === 'team', profile: choice === 'profile' };
  await frame.transaction(async (tx) => {
    for await (const rows of streamWaits(tx, frame, by)) for (const row of rows) add(found, groupOf(row), row);
  });
  return found;
}

function add(
  found: Waits,
  group: string | null,
  { wait, bindings }: { readonly wait: string; readonly bindings: number },
): void {
  const waits = found.get(group) ?? new Map<number, number>();
  found.set(group, waits);
  waits.set(Number(wait), (waits.get(Number(wait)) ?? 0) + bindings);
}

async function groupsBy(frame: Frame, choice: string): Promise<(row: WaitRow) => string | null> {
  switch (choice) {
    case 'namespace':
      return ({ namespace }) => namespace;
    case 'profile':
      return ({ profile }) => profile;
    case 'team': {
      const teamOf = await teamsOf(frame);
      return ({ namespace }) => (namespace === null ? null : teamOf(namespace));
    }
    default:
      return () => null;
  }
}

/** Of a frame that begins late, most pods are in the state before it. */
async function addByPriority(found: Waits, frame: Frame): Promise<void> {
  const before = await prioritiesBefore(frame);
  await frame.transaction(async (tx) => {
    for await (const rows of streamWaitsByPriority(tx, frame))
      for (const row of rows) add(found, row.priority ?? before.get(row.uid ?? '') ?? null, row);
  });
}

/** Of the pods that are there when the frame begins, by uid. */
async function prioritiesBefore(frame: Frame): Promise<ReadonlyMap<string, string>> {
  const before = await frame.transaction(
    async (tx) =>
      (await frame.states?.past(tx, frame.after)) ??
      (await frame.source.clusters.own(tx, frame.cluster.id, frame.after)),
  );
  const slice = new TimeSlice(frame.caller);
  const found = new Map<string, string>();
  for (const pod of before.ofKind('Pod')) {
    found.set(pod.uid, String(new ReadPod(pod).priority));
    await slice.yieldWhenOver();
  }
  return found;
}
