import { readFileSync } from 'node:fs';
import { DEFAULT_TEAM_ID } from '#access';
import { VerificationService } from '#integrity';
import { Database } from '#database';

/** What verifying a database came to, in a process that does nothing else. */
export interface VerifiedAlone {
  readonly holds: boolean;
  readonly entries: number;
  readonly seconds: number;
  readonly startedMiB: number;
  readonly peakMiB: number;
  readonly violations: readonly object[];
}

/** `node dist/test/bench/further/verify-alone.js URL`: one line of JSON. */
async function main(url: string): Promise<void> {
  const database = new Database({ url, poolSize: 2 });
  const memory = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  const startedMiB = memory('VmRSS');
  const caller = {
    team: DEFAULT_TEAM_ID,
    roles: ['admin', 'auditor'] as const,
    actor: 'bench',
    principal: 'bench',
    requestId: 'bench',
    client: 'bench',
    reason: '',
  };
  const outcome = await new VerificationService(database).verify(caller, {});
  await database.close();
  if (outcome.refused) throw new Error(JSON.stringify(outcome.refusal));
  const { holds, changes, decisions, durationMs, checks } = outcome.value;
  const answer: VerifiedAlone = {
    holds,
    entries: changes + decisions,
    seconds: durationMs / 1000,
    startedMiB,
    peakMiB: memory('VmHWM'),
    violations: checks.flatMap(({ violations }) => violations).slice(0, 5),
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

await main(process.argv[2] ?? '');
