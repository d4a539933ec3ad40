import { startVerification, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { EXIT } from '../exit.js';
import { resultOf } from '../operations/index.js';
import { counted } from '../output/index.js';

/** Has a running service verify its database: a line a check, and what does not hold below. Answers the exit code. */
export async function verifyService(
  berth: Berth,
  { cluster }: { readonly cluster?: string | undefined },
): Promise<number> {
  const { client, terminal } = berth;
  const started = await startVerification(client, cluster === undefined ? {} : { cluster });
  const verification = await resultOf<Schemas['Verification']>(berth, started);
  for (const { name, holds, checked, notCheckable, violationCount } of verification.checks) {
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
  for (const one of verification.notChecked) terminal.print(`not checked: ${notCheckedInWords(one)}`);
  const { clusters, revisions, changes, decisions, durationMs } = verification;
  terminal.complain(
    `${counted(clusters, 'cluster')}, ${counted(revisions, 'revision')}, ${counted(changes, 'change')}, ` +
      `${counted(decisions, 'decision')} in ${(durationMs / 1000).toFixed(1)} s`,
  );
  return verification.holds ? EXIT.ok : EXIT.no;
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
