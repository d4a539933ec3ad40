// One process at a time, among those that name the same file. Depends on nothing, as the set-up that uses it.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 200;

/** Runs `action` while holding the lock; a holder that is gone has lost it. `onWait` hears of a holder, once. */
export async function withFileLock(path, onWait, action) {
  await acquire(path, onWait);
  try {
    return await action();
  } finally {
    rmSync(path, { force: true });
  }
}

async function acquire(path, onWait) {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    for (let isReported = false; !tryLink(mine, path);) {
      const holder = read(path);
      if (holder !== undefined && !isAlive(Number(holder))) {
        discard(path, `${mine}.stale`, holder);
      } else if (holder !== undefined) {
        if (!isReported) {
          onWait(holder);
          isReported = true;
        }
        await pause(POLL_MS);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A link appears with its whole content, and only one of several contenders can make it. */
function tryLink(source, path) {
  try {
    linkSync(source, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Moves the lock of a dead holder away; when a contender was faster, its lock is put back. */
function discard(path, aside, holder) {
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code !== 'ENOENT') {
      throw error;
    }
    return;
  }
  if (read(aside) !== holder) {
    tryLink(aside, path);
  }
  rmSync(aside, { force: true });
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
