import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An attribute as OTLP has it in JSON. */
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

/** A collector of OpenTelemetry, over HTTP and in JSON: it keeps what it gets. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly services = new Set<unknown>();
  readonly paths = new Set<string | undefined>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.paths.add(request.url);
      void json(request).then((body) => {
        for (const { resource, scopeSpans } of (body as Export).resourceSpans) {
          this.services.add(valueOf(resource.attributes, 'service.name'));
          this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
        }
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
  }

  static async start(): Promise<Collector> {
    const collector = new Collector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The names of the spans above one, nearest first, and its own before them. */
  lineOf(span: CollectedSpan): readonly string[] {
    const above = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [span.name, ...(above === undefined ? [] : this.lineOf(above))];
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** What a span says under a name; undefined when it says nothing. */
export function attributeOf({ attributes }: Pick<CollectedSpan, 'attributes'>, name: string): unknown {
  return valueOf(attributes, name);
}

function valueOf(attributes: readonly Attribute[], name: string): unknown {
  const found = attributes.find(({ key }) => key === name);
  return found && Object.values(found.value)[0];
}
