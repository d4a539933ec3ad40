import { EXIT, type Terminal } from '../command.js';
import { counted } from '../counted.js';
import type { Service } from '../service.js';

/** What the service answers. */
interface Verification {
  readonly holds: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly holds: boolean;
    readonly checked: number;
    readonly notCheckable: number;
    readonly violationCount: number;
    readonly violations: readonly Violation[];
  }[];
  readonly clusters: number;
  readonly revisions: number;
  readonly changes: number;
  readonly decisions: number;
  readonly durationMs: number;
}

interface Violation {
  readonly message: string;
  readonly [place: string]: string | number;
}

interface Progress {
  readonly cluster: string;
  readonly number: number;
  readonly clusters: number;
  readonly stage: string;
  readonly changes: number;
  readonly decisions: number;
}

/** Has a running service verify its database: a line a check, and what does not hold below. Answers the exit code. */
export async function verifyService(
  service: Service,
  { cluster }: { readonly cluster?: string | undefined },
  terminal: Terminal,
): Promise<number> {
  let verification: Verification | undefined;
  for await (const line of service.lines('/v1/verifications', cluster === undefined ? {} : { cluster })) {
    if ('progress' in line) terminal.complain(progressInWords(line['progress'] as Progress));
    else verification = line as unknown as Verification;
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
  const { clusters, revisions, changes, decisions, durationMs } = verification;
  terminal.complain(
    `${counted(clusters, 'cluster')}, ${counted(revisions, 'revision')}, ${counted(changes, 'change')}, ${counted(decisions, 'decision')} in ${(durationMs / 1000).toFixed(1)} s`,
  );
  return verification.holds ? EXIT.holds : EXIT.broken;
}

function progressInWords({ cluster, number, clusters, stage, changes, decisions }: Progress): string {
  return `cluster ${number} of ${clusters} (${cluster}): ${stage}; ${counted(changes, 'change')} and ${counted(decisions, 'decision')} so far`;
}

function violationInWords({ message, ...place }: Violation): string {
  return [...Object.entries(place).map(([what, value]) => `${what} ${value}`), message].join(', ');
}
