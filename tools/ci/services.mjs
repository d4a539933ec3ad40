// `npm start`, as a user runs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Program, run } from './programs.mjs';

/** A service that answers; `stop` ends it as Ctrl-C does. */
export async function startService(checkout, { env, user } = {}) {
  const program = new Program('npm', ['start'], { cwd: checkout, env, user });
  const [, url] = await program.printed(/Health\s+(http\S+)\/readyz/);
  try {
    await mustBeReady(url);
  } catch (error) {
    program.signal('SIGKILL');
    throw error;
  }
  return { url, stop: () => stop(program, checkout) };
}

/** Of the first key of the data folder the service knows who it is. */
export async function mustKnowItsKey(checkout, url) {
  const key = readFileSync(join(checkout, '.berth/admin.key'), 'utf8').trim();
  const { status } = await fetch(`${url}/v1/clusters`, { headers: { authorization: `Bearer ${key}` } });
  if (status !== 200) throw new Error(`the key of .berth/admin.key is answered with ${status}`);
}

async function mustBeReady(url) {
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new Error(`${url}/readyz answers ${status}`);
}

async function stop(program, checkout) {
  program.signal('SIGINT');
  await program.ended;
  const left = processOf(join(checkout, '.berth/postgres/postgres.pid'));
  if (left === undefined) return;
  process.kill(left, 'SIGTERM');
  throw new Error(`the database was left running, process ${left}:\n${program.output}`);
}

/** Undefined where there is none. */
function processOf(pidFile) {
  try {
    return Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A start that has to fail, with one line that says why. */
export async function mustNotStart(checkout, { env, why }) {
  const { status, output } = await run('npm', ['start'], { cwd: checkout, env: { ...env, LOG_LEVEL: 'warn' } });
  const said = output.split('\n').filter((line) => line !== '' && !/^(> |prepare: )/.test(line));
  if (status === 0 || said.length !== 1 || !why.test(said[0]))
    throw new Error(`exit code ${status}, and not the one line ${why}:\n${output}`);
}
