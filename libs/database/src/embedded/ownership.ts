import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { processIdentity } from './process-identity.js';
import { hasCode } from './system-error.js';

interface Owner {
  readonly pid: number;
  readonly identity: string;
}

/**
 * Claims `folder` for this process, so that two Berths never serve from the same data; returns the function that gives
 * it back. A claim left behind by a process that is gone is taken over.
 * @throws EmbeddedPostgresError naming the process that holds the folder
 */
export function claimOwnership(folder: string): () => void {
  const path = join(folder, 'owner.json');
  const mine = join(folder, `owner.${process.pid}.json`);
  const text = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' } satisfies Owner);
  try {
    writeFileSync(mine, text);
    while (!tryLink(mine, path)) {
      discardDeadOwner(folder, path);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => {
    if (readIfThere(path) === text) {
      rmSync(path, { force: true });
    }
  };
}

/** A link appears with its whole content, and only one of several contenders can make it. */
function tryLink(source: string, path: string): boolean {
  try {
    linkSync(source, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  }
}

function discardDeadOwner(folder: string, path: string): void {
  const seen = readIfThere(path);
  if (seen === undefined) {
    return;
  }
  refuseLiving(folder, seen);
  const aside = join(folder, `owner.${process.pid}.stale`);
  try {
    renameSync(path, aside);
  } catch {
    return; // a contender was faster: look again
  }
  const taken = readIfThere(aside) ?? '';
  rmSync(aside, { force: true });
  if (taken !== seen) {
    // Between reading and renaming, a contender took over: what we moved away was its claim.
    writeFileSync(path, taken);
    refuseLiving(folder, taken);
  }
}

function refuseLiving(folder: string, text: string): void {
  const owner = JSON.parse(text) as Owner;
  if (processIdentity(owner.pid) === owner.identity) {
    throw new EmbeddedPostgresError(
      `another Berth, process ${owner.pid}, serves from ${folder}: stop it first, or choose another BERTH_DATA_DIR`,
    );
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
