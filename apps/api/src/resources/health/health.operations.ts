import { engineVersion } from '#scheduling';
import { ok } from '#requests';
import { z } from 'zod';
import { inTeam } from '../../ground/caller/index.js';
import { operation } from '../../ground/operation/index.js';
import { DiskSpace } from './disk-space.js';
import { Readiness } from './readiness.js';

/** `?verbose`, as it is asked of an API server. */
const query = z.strictObject({ verbose: z.string().optional().describe('One line for each check.') });

const schema = z.string().meta({ id: 'Health', description: '`ok`, or one line for each check.' });
const versionShape = z
  .object({ version: z.string().describe("Version of the service's package, such as `0.1.0`.") })
  .meta({ id: 'Version', description: 'The service and its version.' });

const tag = 'health';
const types = ['text/plain'];
const uncached = { 'cache-control': 'no-store' };
const text = { 'content-type': 'text/plain; charset=utf-8', ...uncached };

/** In the form of an API server's: `ok`, or with `?verbose` a line a check. */
export const livez = operation({
  name: 'livez',
  route: 'GET /livez',
  tag,
  permission: 'everybody',
  summary: 'Check that the process answers',
  description: 'Checks nothing else, so that an outage of the database does not restart processes.',
  uses: {},
  query,
  answer: { status: 200, description: '`ok`', schema, types },
  run: (_, { query: { verbose } }) => ok(verbose === undefined ? 'ok' : '[+]process ok\nlivez check passed\n'),
  headers: () => text,
});

export const readyz = operation({
  name: 'readyz',
  route: 'GET /readyz',
  tag,
  permission: 'everybody',
  summary: 'Check that requests can be served',
  description:
    'With `?verbose`, one line for each check. A warning, such as a disk with less than 5 % free space, ' +
    'has its own line and does not fail the check.',
  uses: { readiness: Readiness, disk: DiskSpace },
  query,
  answer: { status: 200, description: '`ok`', schema, types },
  also: [
    { status: 503, description: 'Not ready: the database does not answer, or the service is stopping.', schema, types },
  ],
  run: async ({ readiness, disk }, { query: { verbose } }) => {
    const checks = Object.entries(await readiness.checks());
    const passed = checks.every(([, problem]) => problem === undefined);
    if (passed && verbose === undefined) return ok({ passed, lines: 'ok' });
    const lines = checks.map(([name, problem]) =>
      problem === undefined ? `[+]${name} ok` : `[-]${name} failed: ${problem}`,
    );
    const warning = await disk.warning();
    lines.push(warning === undefined ? '[+]disk ok' : `[!]disk warning: ${warning}`);
    return ok({ passed, lines: [...lines, `readyz check ${passed ? 'passed' : 'failed'}`, ''].join('\n') });
  },
  status: (_, { passed }) => (passed ? 200 : 503),
  headers: () => text,
  show: ({ lines }) => lines,
});

/** What a client compares its own version with. */
export const version = operation({
  name: 'version',
  route: 'GET /version',
  tag,
  permission: inTeam('viewer'),
  summary: 'Read the version',
  description: 'During an upgrade, processes of one database may have different versions.',
  uses: {},
  answer: { status: 200, description: 'The version.', schema: versionShape },
  run: () => ok({ version: engineVersion() }),
  headers: () => uncached,
});
