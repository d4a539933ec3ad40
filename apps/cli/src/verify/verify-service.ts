import { startVerification, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { EXIT } from '../exit.js';
import { resultOf } from '../operations/index.js';
import { counted } from '../output/index.js';

/**
 * Has a running service verify its database: one line says whether it holds, then comes what does not; with `details`
 * also a line a check, and what is not checked. Answers the exit code.
 */
export async function verifyService(
  berth: Berth,
  { cluster, details }: { readonly cluster?: string | undefined; readonly details: boolean },
): Promise<number> {
  const { client, terminal } = berth;
  const started = await startVerification(client, cluster === undefined ? {} : { cluster });
  const verification = await resultOf<Schemas['Verification']>(berth, started);
  terminal.print(summaryOf(verification));
  for (const { name, holds, checked, notCheckable, violationCount } of verification.checks) {
    if (holds && !details) continue;
    const counts = [
      `${checked} checked`,
      ...(notCheckable === 0 ? [] : [`${notCheckable} not checkable`]),
      ...(holds ? [] : [counted(violationCount, 'violation')]),
    ];
    terminal.print(`${holds ? 'ok    ' : 'FAILED'}  ${name}  ${counts.join(', ')}`);
  }
  for (const { name, violations, violationCount } of verification.checks) {
    for (const violation of violations) terminal.print(`${name}: ${violationInWords(violation)}`);
    if (violationCount > violations.length) terminal.print(`${name}: ${violationCount - violations.length} more`);
  }
  for (const { cluster, revision, at, before, after } of verification.keyChanges)
    terminal.print(`key ${after} signs cluster ${cluster} since revision ${revision} (${at}); before it ${before} did`);
  if (details) for (const one of verification.notChecked) terminal.print(`not checked: ${notCheckedInWords(one)}`);
  else terminal.complain('--details lists every check, and what none of them covers');
  return verification.holds ? EXIT.ok : EXIT.no;
}

function summaryOf({ holds, checks, ...verification }: Schemas['Verification']): string {
  const { clusters, revisions, changes, decisions, durationMs } = verification;
  const failed = checks.filter((check) => !check.holds).length;
  const partial = checks.filter(({ notCheckable }) => notCheckable > 0).length;
  const verdict = holds
    ? `holds: ${counted(checks.length, 'check')}`
    : `does not hold: ${failed} of ${counted(checks.length, 'check')}`;
  return (
    `${verdict}${partial === 0 ? '' : ` (${partial} of them in part)`}, ${counted(clusters, 'cluster')}, ` +
    `${counted(revisions, 'revision')}, ${counted(changes, 'change')}, ${counted(decisions, 'decision')} in ` +
    `${(durationMs / 1000).toFixed(1)} s`
  );
}

function notCheckedInWords({ table, columns, rows, only, why }: Schemas['NotChecked']): string {
  const what = [
    columns.includes('*') ? 'all columns' : columns.join(', '),
    ...rows.map((how) => `rows that are ${how}`),
  ];
  const which = only === undefined ? '' : `, only ${only}`;
  return `${table} (${what.filter((part) => part !== '').join('; ')}${which}): ${why}`;
}

function violationInWords({ message, ...place }: Schemas['Violation']): string {
  return [...Object.entries(place).map(([what, value]) => `${what} ${value}`), message].join(', ');
}
