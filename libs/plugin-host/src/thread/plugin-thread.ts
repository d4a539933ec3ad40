import { pathToFileURL } from 'node:url';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { ANSWERED, STATE, type Question, type Reply, type ThreadStart } from '../messages.js';
import { Answering, thrownInWords } from './answering.js';
import { describe } from './describe.js';
import { problemsOf, type WrittenPlugin } from './written-plugin.js';

/**
 * The thread of one plugin. It imports the module, says what it is, and answers questions. What the plugin leaves
 * behind (an unhandled rejection, an error in a timer) is reported with the next answer.
 */
let trouble: string | undefined;

process.on('uncaughtException', (error) => {
  trouble ??= `uncaught error: ${thrownInWords(error)}`;
});
process.on('unhandledRejection', (reason) => {
  trouble ??= `unhandled promise rejection: ${thrownInWords(reason)}`;
});
parentPort?.once('message', (start: ThreadStart) => {
  void serve(start);
});

async function serve({ entry, port, control }: ThreadStart): Promise<void> {
  const reply = replier(port, new Int32Array(control));
  try {
    const module = (await import(pathToFileURL(entry).href)) as { readonly default?: unknown };
    const plugin = module.default;
    const problems = problemsOf(plugin);
    if (problems.length > 0) return reply({ kind: 'failed', message: problems.join('; ') });
    const description = describe(plugin as WrittenPlugin);
    const answering = new Answering(plugin as WrittenPlugin, description);
    port.on('message', (question: Question) => {
      trouble = undefined;
      const answer = answering.answer(question);
      // Promises that were left behind are heard of first.
      setImmediate(() => {
        reply(trouble === undefined ? answer : { kind: 'failed', message: trouble });
      });
    });
    reply({ kind: 'ready', description });
  } catch (error) {
    reply({ kind: 'failed', message: `it cannot be imported: ${thrownInWords(error)}` });
  }
}

function replier(port: MessagePort, control: Int32Array): (reply: Reply) => void {
  return (reply) => {
    port.postMessage(reply);
    Atomics.store(control, STATE, ANSWERED);
    Atomics.notify(control, STATE);
  };
}
