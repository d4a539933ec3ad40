import type { Mismatch, Tally } from './tally.js';

const LONGEST_VALUE = 600;

/** A table with a line a family, and the sum as the last line. */
export function tableLines(tally: Tally): string[] {
  const rows = [...tally.families.values()].sort((a, b) => (a.family < b.family ? -1 : 1));
  const width = Math.max('family'.length, ...rows.map(({ family }) => family.length));
  const lines = rows.map(({ family, attempts, mismatches, byField }) => {
    const fields = [...byField]
      .sort((a, b) => b[1] - a[1])
      .map(([field, count]) => `${field} ${count}`)
      .join(', ');
    const counts = `${String(attempts).padStart(8)}  ${String(mismatches).padStart(10)}`;
    return `${family.padEnd(width)}  ${counts}  ${fields}`.trimEnd();
  });
  const head = `${'family'.padEnd(width)}  attempts  mismatches  by field`;
  return [head, ...lines, `conformance: ${tally.attempts} attempts, ${tally.mismatches} mismatches`];
}

/** One mismatching attempt, a line a field. */
export function mismatchLines({ scenario, pod, differences }: Mismatch): string[] {
  return [
    `${scenario} ${pod}`,
    ...differences.map(({ field, want, got }) => `  ${field}\n    want ${shown(want)}\n    got  ${shown(got)}`),
  ];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}...`;
}
