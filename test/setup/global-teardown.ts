import { rmSync } from 'node:fs';
import { keptForTeardown } from './running-server.js';

/** Once per test run, after the last spec, whatever its outcome. */
export default async function globalTeardown(): Promise<void> {
  const running = keptForTeardown();
  await running?.server.stop();
  if (running !== undefined) {
    rmSync(running.dataDir, { recursive: true, force: true });
  }
}
