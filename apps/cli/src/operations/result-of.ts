import { endOfOperation, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { NoAnswer } from '../exit.js';

type Operation = Schemas['Operation'];

/**
 * The result of an operation, once it has ended. A terminal shows its progress, a pipe does not; Ctrl-C cancels it.
 * @throws NoAnswer in the service's words when it came to nothing
 */
export async function resultOf<Result>(berth: Berth, started: Operation): Promise<Result> {
  const { client, terminal } = berth;
  const stay = terminal.onInterrupt?.(async () => {
    const params = { path: { operation: started.id } };
    await client.post('/v1/operations/{operation}/cancel', { params });
    terminal.complain(`berth: ${started.kind} ${started.id} is cancelled`);
  });
  try {
    const { result, problem } = await endOfOperation(client, started, (operation) => {
      terminal.status?.(inWords(operation));
    });
    terminal.status?.('');
    if (result === null) throw new NoAnswer(problem?.detail ?? 'the service reports no result');
    return result as Result;
  } finally {
    stay?.();
  }
}

/** How far an operation is. */
export function inWords({
  state,
  place,
  progress: { done, total, unit, message },
}: Schemas['ListedOperation']): string {
  if (state === 'queued') return `queued at place ${place ?? '?'}`;
  return `${done} of ${total} ${unit}${message === '' ? '' : `: ${message}`}`;
}
