import type { Comparison, SeedReport } from '../comparison.js';

/** What a comparison came to, in plain words: placements, then what decided them, then free capacity. */
export function comparisonInWords({ pods, seeds, overSeeds: over }: Omit<Comparison, 'sentence'>): string {
  const [first] = seeds;
  if (first === undefined || pods === 0) return 'No pod was compared.';
  return [placementsInWords(pods, first), decidersInWords(first), scheduledInWords(first), seedsInWords(over)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function placementsInWords(pods: number, { counts: { same, moved, onlyA, onlyB, neither } }: SeedReport): string {
  const fit = (count: number, where: string): string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? 'fits' : 'fit'} ${where}`];
  const parts = [
    `${same} ${same === 1 ? 'goes' : 'go'} to the same node`,
    ...(moved > 0 ? [`${moved} to another one`] : []),
    ...fit(onlyA, 'with A only'),
    ...fit(onlyB, 'with B only'),
    ...fit(neither, 'with neither'),
  ];
  return `Of ${counted(pods, 'pod')} ${parts.join(', ')}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function decidersInWords({ plugins }: SeedReport): string {
  const outscoring = [...plugins].filter(({ outscored }) => outscored > 0).sort((a, b) => b.outscored - a.outscored);
  const [most] = outscoring;
  return most === undefined
    ? ''
    : `Most of what differs is made by ${most.plugin} (${counted(most.outscored, 'placement')}).`;
}

function scheduledInWords({ a, b }: SeedReport): string {
  const scheduled = [a, b].map(({ outcomes }) => outcomes['scheduled'] ?? 0);
  const [ofA = 0, ofB = 0] = scheduled;
  return (
    `A places ${counted(ofA, 'pod')} and uses ${counted(a.nodesUsed, 'node')}, ` +
    `B places ${ofB} and uses ${b.nodesUsed}.`
  );
}

function seedsInWords(over: Comparison['overSeeds']): string {
  const scheduled = over?.find(({ measure }) => measure === 'scheduled')?.difference;
  if (scheduled === undefined) return '';
  const { mean, min, max } = scheduled;
  return `Over all seeds B places ${mean} more on average, from ${min} to ${max}.`;
}
