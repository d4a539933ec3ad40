import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity } from './process-identity.js';
import { hasCode } from './system-error.js';

const POLL_MS = 20;

/**
 * Sends `signal` to a process that need not be our child, and waits for its end.
 * @returns whether it has ended within `limitMs`; a zombie has ended
 */
export async function endProcess(pid: number, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  const identity = processIdentity(pid);
  // It has ended since the caller found it. A zombie takes signals too, so the signal does not show that.
  if (identity === undefined) {
    return true;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) {
      return true;
    }
    throw error;
  }
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += POLL_MS) {
    if (processIdentity(pid) !== identity) {
      return true;
    }
    await pause(POLL_MS);
  }
  return false;
}
