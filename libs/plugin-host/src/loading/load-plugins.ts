import { IN_TREE_PLUGINS } from '#scheduler';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { schemaProblem } from '../args.js';
import {
  CONTROL_BYTES,
  type LoadedPlugin,
  type PluginDescription,
  type PluginModule,
  type Reply,
} from '../messages.js';
import { findModule } from './source.js';

/** An import that takes longer is not waited for. */
const LOAD_MS = 10_000;
/** Each has a thread meanwhile. */
const AT_ONCE = 8;

/** Plugins that cannot be used; the message is for the operator of the service. */
export class PluginsError extends Error {
  override readonly name = 'PluginsError';

  constructor(readonly problems: readonly string[]) {
    super(['Berth cannot start with these plugins (BERTH_PLUGINS):', ...problems.map((one) => `  ${one}`)].join('\n'));
  }
}

/**
 * Finds the modules of paths, and asks each in a thread of its own what it is: nothing of them runs here.
 *
 * @throws PluginsError with everything that is wrong
 */
export async function loadPlugins(paths: readonly string[]): Promise<readonly LoadedPlugin[]> {
  const loaded: (LoadedPlugin | string)[] = [];
  for (let first = 0; first < paths.length; first += AT_ONCE)
    loaded.push(...(await Promise.all(paths.slice(first, first + AT_ONCE).map(loadOne))));
  const plugins = loaded.flatMap((one) => (typeof one === 'string' ? [] : [one]));
  const problems = [
    ...loaded.filter((one) => typeof one === 'string'),
    ...plugins.flatMap((plugin, index) => collision(plugin, plugins.slice(0, index))),
  ];
  if (problems.length > 0) throw new PluginsError(problems);
  return plugins;
}

/** A plugin, or what is wrong with it. */
async function loadOne(path: string): Promise<LoadedPlugin | string> {
  try {
    const module = findModule(path);
    const description = await describedBy(module);
    const problem = description.args === null ? undefined : schemaProblem(description.args);
    return problem === undefined ? { ...module, description } : `${path}: args must be a JSON schema: ${problem}`;
  } catch (error) {
    return `${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function collision({ path, description: { name } }: LoadedPlugin, before: readonly LoadedPlugin[]): readonly string[] {
  if (IN_TREE_PLUGINS.some((plugin) => plugin.name === name))
    return [`${path}: its name is ${name}, and so is one of kube-scheduler's plugins`];
  const other = before.find(({ description }) => description.name === name);
  return other === undefined ? [] : [`${path}: its name is ${name}, and so is that of ${other.path}`];
}

/** What a module says of itself. @throws Error with what is wrong with it, as a clause */
async function describedBy({ entry }: PluginModule): Promise<PluginDescription> {
  const { port1, port2 } = new MessageChannel();
  const control = new SharedArrayBuffer(CONTROL_BYTES);
  const thread = new Worker(new URL('../thread/plugin-thread.js', import.meta.url), {
    stdout: true,
    stderr: true,
    env: {},
  });
  const described = new Promise<PluginDescription>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`it was not imported within ${LOAD_MS / 1_000} s`));
    }, LOAD_MS);
    const take = (reply: Reply): void => {
      clearTimeout(timer);
      if (reply.kind === 'ready') resolve(reply.description);
      else reject(new Error(reply.kind === 'failed' ? reply.message : 'it replied with what is no reply'));
    };
    port1.on('message', take);
    thread.once('error', reject);
    thread.once('exit', () => {
      clearTimeout(timer);
      // What it said last may come after the news that it ended.
      const last: { readonly message: Reply } | undefined = receiveMessageOnPort(port1);
      if (last !== undefined) take(last.message);
      reject(new Error('it ended its thread while it was imported'));
    });
    thread.postMessage({ entry, port: port2, control }, [port2]);
  });
  try {
    return await described;
  } finally {
    port1.close();
    await thread.terminate();
  }
}
