import { get, type IncomingMessage } from 'node:http';

/** An event of a stream. */
export interface ServerEvent {
  readonly id: string;
  readonly type: string;
  /** JSON, parsed. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An answer that is no stream. */
export interface NoStream {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How a connection ends that is dropped on either side. */
const CUT: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Server-sent events of one connection, as a program without a library reads them. */
export class EventClient {
  private constructor(private readonly response: IncomingMessage) {}

  /** Resolves when the answer begins. */
  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventClient | NoStream> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false }, resolve).on('error', reject);
    });
    if (response.headers['content-type']?.startsWith('text/event-stream') === true) return new EventClient(response);
    return { status: response.statusCode ?? 0, body: JSON.parse(await textOf(response)) as NoStream['body'] };
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  /** Until the stream ends, or the connection is cut. */
  async *events(): AsyncGenerator<ServerEvent> {
    let rest = '';
    this.response.setEncoding('utf8');
    try {
      for await (const chunk of this.response) {
        const blocks = (rest + String(chunk)).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const event = eventOf(block);
          if (event !== undefined) yield event;
        }
      }
    } catch (error) {
      if (!CUT.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }

  /** Drops the connection, as a network does. */
  cut(): void {
    this.response.destroy();
  }
}

/** A stream that must be one. */
export function streamOf(opened: EventClient | NoStream): EventClient {
  if (opened instanceof EventClient) return opened;
  throw new Error(`no stream: ${JSON.stringify(opened)}`);
}

function eventOf(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
  const data = fields.get('data');
  return data === undefined
    ? undefined
    : { id: fields.get('id') ?? '', type: fields.get('event') ?? '', data: JSON.parse(data) as ServerEvent['data'] };
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}
