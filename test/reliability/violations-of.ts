import { DEFAULT_TEAM_ID } from '#access';
import { VerificationService } from '#integrity';
import { Database } from '#database';

/** What does not hold of a cluster in a database, as the product itself finds it; empty when all holds. Id or name. */
export async function violationsOf(url: string, cluster: string): Promise<string[]> {
  const database = new Database({ url, poolSize: 2 });
  try {
    const caller = {
      team: DEFAULT_TEAM_ID,
      roles: ['admin', 'auditor'] as const,
      actor: 'spec',
      principal: 'test',
      requestId: 'r',
      client: 'spec',
      reason: '',
    };
    const outcome = await new VerificationService(database).verify(caller, { cluster });
    if (outcome.refused) throw new Error(JSON.stringify(outcome.refusal));
    return outcome.value.checks.flatMap(({ name, violations }) =>
      violations.map((violation) => `${name}: ${JSON.stringify(violation)}`),
    );
  } finally {
    await database.close();
  }
}
