import { verify, type BerthClient, type Schemas, type VerificationProgress } from '#client';
import { EXIT } from '../exit.js';
import { counted } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';

/** Has a running service verify its database: a line a check, and what does not hold below. Answers the exit code. */
export async function verifyService(
  client: BerthClient,
  { cluster }: { readonly cluster?: string | undefined },
  terminal: Terminal,
): Promise<number> {
  let verification: Schemas['Verification'] | undefined;
  for await (const line of verify(client, cluster === undefined ? {} : { cluster })) {
    if ('progress' in line) terminal.complain(progressInWords(line.progress));
    else verification = line;
  }
  if (verification === undefined) throw new Error('the answer broke off: the log of the service says why');
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

function progressInWords({ cluster, number, clusters, stage, changes, decisions }: VerificationProgress): string {
  return (
    `cluster ${number} of ${clusters} (${cluster}): ${stage}; ${counted(changes, 'change')} and ` +
    `${counted(decisions, 'decision')} so far`
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
