import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The user and group, by number, that the server's processes get. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** Users that a system without PostgreSQL has for such a purpose; initdb insists on one with a passwd entry. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * The user that PostgreSQL runs as, which refuses to run as root: undefined means as ourselves. For root it is the
 * present owner of `clusterDir`, so that data made by an ordinary user stays theirs, else `postgres` or `nobody`.
 */
export function chooseRunAs(clusterDir: string): RunAs | undefined {
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  const self = process.geteuid?.();
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) {
      throw new EmbeddedPostgresError(
        `${clusterDir} belongs to user id ${owner.uid} and we are ${self}: start Berth as that user, or ` +
          'choose another BERTH_DATA_DIR',
      );
    }
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid };
  }
  return unprivilegedUser();
}

function unprivilegedUser(): RunAs {
  for (const name of CANDIDATES) {
    const uid = numericId('-u', name);
    const gid = numericId('-g', name);
    if (uid !== undefined && gid !== undefined && uid !== 0) {
      return { uid, gid };
    }
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as: start Berth as an ' +
      'ordinary user, or set DATABASE_URL',
  );
}

function numericId(which: '-u' | '-g', name: string): number | undefined {
  const id = spawnSync('id', [which, name], { encoding: 'utf8' });
  return id.status === 0 ? Number(id.stdout) : undefined;
}
