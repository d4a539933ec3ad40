import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { AnswerCutOff } from './service-error.js';

/** One of the events that an answer streams. */
export interface ServerEvent {
  readonly id: string;
  readonly type: string;
  /** JSON, parsed. */
  readonly data: unknown;
}

/** The lines of an NDJSON answer, parsed, as they come. Leaving the loop ends the connection. @throws AnswerCutOff */
export async function* linesOf(response: Response): AsyncGenerator<unknown> {
  let rest = '';
  for await (const piece of piecesOf(response)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line);
  }
  if (rest !== '') throw new AnswerCutOff();
}

/** The events of an answer, as they come. Leaving the loop ends the connection. @throws AnswerCutOff */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => void messages.push(message) });
  for await (const piece of piecesOf(response)) {
    parser.feed(piece);
    for (const { id = '', event = 'message', data } of messages.splice(0))
      yield { id, type: event, data: JSON.parse(data) };
  }
}

/** By a reader: not every browser iterates over a stream. */
async function* piecesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw (cause as Error).name === 'AbortError' ? cause : new AnswerCutOff({ cause });
      });
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Of a stream that has ended or failed already, there is nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
}
