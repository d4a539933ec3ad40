import pg from 'pg';
import { clientOptions, endClient } from '../connection/index.js';
import { MigrationError } from '../migrate/index.js';
import { wallProblems } from './row-level-security-problems.js';

/** @throws MigrationError when the database does not keep the rows of teams apart by itself, with all that is wrong */
export async function requireWall(url: string): Promise<void> {
  const client = new pg.Client(clientOptions(url, 'berth row-level security'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const problems = await wallProblems(client);
    if (problems.length > 0)
      throw new MigrationError(`the database does not keep teams apart by itself: ${problems.join('; ')}`);
  } finally {
    await endClient(client);
  }
}
