import { setTimeout } from 'node:timers/promises';
import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  DiagLogLevel,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span as OpenSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { RequestSpan, Span, SpanAttributes, SpanCarrier, SpanMaker } from './span.js';
import type { SpanSettings } from './span-settings.js';

/** Spans as OpenTelemetry has them. */
export class OpenTelemetrySpans implements SpanMaker {
  readonly #provider: NodeTracerProvider;
  readonly #tracer: Tracer;

  constructor({ to, serviceName, serviceVersion }: SpanSettings, onProblem: (message: string) => void) {
    const silent = (): void => undefined;
    // A failure is reported as an error of diagnostics, and nowhere else.
    diag.setLogger(
      { error: onProblem, warn: onProblem, info: silent, debug: silent, verbose: silent },
      { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
    );
    this.#provider = new NodeTracerProvider({
      resource: detectResources({ detectors: [envDetector] }).merge(
        resourceFromAttributes({ 'service.name': serviceName, 'service.version': serviceVersion }),
      ),
      spanProcessors: [
        to === 'console'
          ? new SimpleSpanProcessor(new ConsoleSpanExporter())
          : new BatchSpanProcessor(new OTLPTraceExporter({ url: to.url })),
      ],
    });
    // With it come the context of asynchronous calls and the headers of W3C Trace Context.
    this.#provider.register();
    this.#tracer = this.#provider.getTracer('berth', serviceVersion);
  }

  inSpan<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T> {
    if (trace.getActiveSpan() === undefined) return work({ set: () => undefined });
    const span = this.#tracer.startSpan(name);
    setOn(span, attributes);
    return context.with(trace.setSpan(context.active(), span), async () => {
      try {
        return await work({ set: (more) => void setOn(span, more) });
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    });
  }

  request(headers: Readonly<Record<string, unknown>>): RequestSpan {
    const parent = propagation.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
    const inside = trace.setSpan(parent, span);
    return {
      traceId: span.spanContext().traceId,
      set: (attributes) => void setOn(span, attributes),
      run: (work) => context.with(inside, work),
      end: ({ name, attributes, failed }) => {
        span.updateName(name);
        setOn(span, attributes);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  traceId(): string | undefined {
    const span = trace.getActiveSpan()?.spanContext();
    return span !== undefined && isSpanContextValid(span) ? span.traceId : undefined;
  }

  carrier(): SpanCarrier | undefined {
    const headers: { traceparent?: string; tracestate?: string } = {};
    propagation.inject(context.active(), headers, defaultTextMapSetter);
    const { traceparent, tracestate } = headers;
    if (traceparent === undefined) return undefined;
    return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
  }

  under<T>(carrier: SpanCarrier, work: () => T): T {
    return context.with(propagation.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter), work);
  }

  async stop(withinMs: number): Promise<void> {
    const stopped = this.#provider.shutdown().catch((error: unknown) => {
      diag.error(String(error));
    });
    await Promise.race([stopped, setTimeout(withinMs, undefined, { ref: false })]);
    context.disable();
    propagation.disable();
    trace.disable();
    diag.disable();
  }
}

function setOn(span: OpenSpan, attributes: SpanAttributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) span.setAttribute(name, typeof value === 'object' ? [...value] : value);
}

/** The class of the error alone: messages of the database may hold values. */
function fail(span: OpenSpan, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}
