import { once } from 'node:events';
import { join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { BerthClient } from '#client';
import { demoSummary, historySummary, runDemo, runHistory } from '#demo';
import { readConfig, type Config } from './boot/config.js';
import { ADMIN_KEY_FILE } from './boot/first-key.js';
import { createLogger } from './boot/logger.js';
import { ownKey } from './boot/own-key.js';
import { ownVersion } from './boot/own-version.js';
import { start } from './boot/start.js';
import { startProblem } from './boot/start-problem.js';

try {
  await demo();
} catch (error) {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exitCode = 1;
}

/**
 * `npm run demo`: in the service that runs already, or in one of its own. On a terminal that one serves the page that
 * the links lead to, until Ctrl-C; elsewhere it ends with the demo.
 */
async function demo(): Promise<void> {
  const config = readConfig(process.env);
  const running = await findRunning(config);
  const own = running === undefined ? await start(config, createLogger('warn')) : undefined;
  const url = running ?? own?.url ?? '';
  const bar = new SingleBar(
    {
      format: 'Scheduling [{bar}] {value}/{total} pods, {duration_formatted}',
      // A pipe gets the result alone.
      noTTYOutput: false,
    },
    Presets.rect,
  );
  try {
    const client = new BerthClient({ url, key: ownKey(config), program: `berth/${ownVersion()} demo` });
    const result = await runDemo(client, 'demo', {
      importing: (objects) => {
        process.stdout.write(`Importing ${objects} objects ...\n`);
      },
      scheduling: (decided, pods) => {
        if (!bar.isActive) bar.start(pods, decided);
        bar.update(decided);
      },
    });
    if (bar.isActive) bar.update(bar.getTotal());
    bar.stop();
    process.stdout.write(`\n${demoSummary(result, url)}`);
    process.stdout.write(`\n${historySummary(await runHistory(client, 'demo-history'), url)}`);
    if (ownKey(config) !== undefined && config.auth.adminKey === undefined)
      process.stdout.write(`The page asks for a key: ${join(config.dataDir, ADMIN_KEY_FILE)} contains one.\n`);
    if (own !== undefined) await serveOrEnd();
  } finally {
    bar.stop();
    await own?.stop();
  }
}

/** With a reader at the terminal, who wants to follow the links, the service goes on. */
async function serveOrEnd(): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stdout.write('The service of the demo ends. It keeps its data: `npm start` serves the page.\n');
    return;
  }
  process.stdout.write('The service of the demo serves the page until Ctrl-C; after that, `npm start` does.\n');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

async function findRunning(config: Config): Promise<string | undefined> {
  const { host, port } = config;
  const candidate = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  try {
    const { items } = await new BerthClient({ url: candidate, key: ownKey(config) }).get('/v1/clusters', {
      params: { query: { pageSize: 1 } },
      signal: AbortSignal.timeout(2000),
    });
    // Another service on that port may answer something else.
    return Array.isArray(items) ? candidate : undefined;
  } catch {
    return undefined;
  }
}
