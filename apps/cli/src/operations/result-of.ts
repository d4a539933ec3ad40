import { endOfOperation, type Schemas } from '#client';
import type { Berth } from '../berth.js';

type Operation = Schemas['Operation'];

/** Where no line can take the place of the one before, a line in so many milliseconds is enough. */
const EVERY_MS = 2_000;

/**
 * The result of an operation, once it has ended. A terminal shows its progress; Ctrl-C cancels it.
 * @throws Error in the service's words when it came to nothing
 */
export async function resultOf<Result>(berth: Berth, started: Operation): Promise<Result> {
  const { client, terminal } = berth;
  const stay = terminal.onInterrupt?.(async () => {
    const params = { path: { operation: started.id } };
    await client.post('/v1/operations/{operation}/cancel', { params });
    terminal.complain(`berth: ${started.kind} ${started.id} is cancelled`);
  });
  try {
    const { result, problem } = await endOfOperation(client, started, saying(berth));
    terminal.status?.('');
    if (result === null) throw new Error(problem?.detail ?? 'the service reports no result');
    return result as Result;
  } finally {
    stay?.();
  }
}

function saying({ terminal: { status, complain } }: Berth): (operation: Operation) => void {
  if (status !== undefined)
    return (operation) => {
      status(inWords(operation));
    };
  let said = performance.now();
  return (operation) => {
    if (performance.now() - said < EVERY_MS) return;
    said = performance.now();
    complain(inWords(operation));
  };
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
