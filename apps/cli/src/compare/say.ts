import { ownField } from '#json';
import type { Schemas } from '#client';
import { counted, paragraph, podName, table } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';

type Comparison = Schemas['Comparison'];
type Seed = Comparison['seeds'][number];
type Placement = Comparison['placements'][number];

/** A comparison for people: its sentence, how full the sides are, what decided, and some of the placements. */
export function say({ sentence, seeds, overSeeds, placements, placementCount }: Comparison, terminal: Terminal): void {
  const { print } = terminal;
  const show = (titles: readonly string[], rows: readonly (readonly (string | number)[])[]): void => {
    if (rows.length === 0) return;
    const columns = titles.map((title) => ({ title, prose: title === 'WHY' }));
    print('');
    for (const line of table(columns, rows, terminal.columns)) print(line);
  };
  print(paragraph(sentence, terminal.columns));
  const [first] = seeds;
  if (first === undefined) return;
  show(['', 'A', 'B'], [...outcomes(first), ['nodes used', first.a.nodesUsed, first.b.nodesUsed]]);
  show(['RESOURCE', 'SIDE', 'REQUESTED', 'OF', 'MIN', 'MAX', 'DEVIATION', 'STRANDED'], fullness(first));
  show(
    ['PLUGIN', 'OUTSCORED', 'REJECTED'],
    first.plugins.map(({ plugin, outscored, rejected }) => [plugin, outscored, rejected]),
  );
  show(
    ['OVER SEEDS', 'RESOURCE', 'A', 'B', 'B LESS A', 'FROM', 'TO'],
    (overSeeds ?? []).map(({ measure, resource, a, b, difference: { mean, min, max } }) => {
      const shown = (value: number): string => (resource === null ? String(value) : percent(value));
      return [measure, resource ?? '', ...[a.mean, b.mean, mean, min, max].map(shown)];
    }),
  );
  show(['POD', 'A', 'B', 'WHY'], placements.map(placementRow));
  if (placementCount > placements.length)
    print(`and ${counted(placementCount - placements.length, 'placement')} more that differ`);
}

function outcomes({ a, b }: Seed): readonly (readonly (string | number)[])[] {
  const names = [...new Set([...Object.keys(a.outcomes), ...Object.keys(b.outcomes)])].sort();
  return names.map((name) => [name, ownField(a.outcomes, name) ?? 0, ownField(b.outcomes, name) ?? 0]);
}

function fullness({ a, b }: Seed): readonly (readonly (string | number)[])[] {
  return a.resources.flatMap((ofA) =>
    [
      ['A', ofA] as const,
      ...b.resources.filter(({ resource }) => resource === ofA.resource).map((ofB) => ['B', ofB] as const),
    ].map(([side, { resource, requested, utilization, nodes, strandedShare }]) => [
      resource,
      side,
      requested,
      percent(utilization),
      percent(nodes.min),
      percent(nodes.max),
      percent(nodes.standardDeviation),
      percent(strandedShare),
    ]),
  );
}

function placementRow({ pod, a, b, plugins }: Placement): readonly string[] {
  const shares = plugins
    .filter(({ share }) => share !== 0)
    .map(({ plugin, share }) => `${plugin} ${share > 0 ? '+' : ''}${share}`);
  const rejected = [
    ['A', a],
    ['B', b],
  ] as const;
  const reasons = rejected.flatMap(([side, { otherNode }]) =>
    otherNode === null ? [] : [`not for ${side}: ${otherNode.reasons.join(', ')}`],
  );
  const why = [...shares, ...reasons].join('; ');
  return [podName(pod), a.node ?? a.outcome, b.node ?? b.outcome, why === '' ? 'a tie' : why];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
