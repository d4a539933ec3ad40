/** The attributes of a piece of work beside its name and its times: no text of a caller's objects. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A piece of work while it is done. */
export interface Span {
  /** Set when the value is known; undefined values are left out. */
  set(attributes: SpanAttributes): void;
}

/** Where a span goes on in another thread or process: the headers of W3C Trace Context. */
export interface SpanCarrier {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** A request, which everything that is done for it hangs below. */
export interface RequestSpan extends Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Does work as a part of the request. */
  run<T>(work: () => T): T;
  end(how: { readonly name: string; readonly attributes: SpanAttributes; readonly failed: boolean }): void;
}

/** What makes spans, while there is one. */
export interface SpanMaker {
  inSpan<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T>;
  /** `headers`: of the request, which may go on with a trace of its caller's. */
  request(headers: Readonly<Record<string, unknown>>): RequestSpan;
  traceId(): string | undefined;
  carrier(): SpanCarrier | undefined;
  under<T>(carrier: SpanCarrier, work: () => T): T;
}

const NOWHERE: Span = { set: () => undefined };

let maker: SpanMaker | undefined;

/** From then on spans are made by this; undefined: none are. Each thread has its own. */
export function makeSpansBy(made: SpanMaker | undefined): void {
  maker = made;
}

/**
 * Does work as a span below the one that it is called in. Where there is none, as in chores without a caller, and
 * where spans are off, the work is done and nothing else.
 */
export function inSpan<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T> {
  return maker === undefined ? work(NOWHERE) : maker.inSpan(name, attributes, work);
}

/** A span that begins now and ends when `end` is called; undefined where spans are off. */
export function requestSpan(headers: Readonly<Record<string, unknown>>): RequestSpan | undefined {
  return maker?.request(headers);
}

/** The id of the trace that this is called in, if it is in one. */
export function currentTraceId(): string | undefined {
  return maker?.traceId();
}

/** What another thread needs to go on with the span that this is called in, if it is in one. */
export function currentCarrier(): SpanCarrier | undefined {
  return maker?.carrier();
}

/** Does work below a span of another thread, if there is one. */
export function underSpanOf<T>(carrier: SpanCarrier | undefined, work: () => T): T {
  return maker === undefined || carrier === undefined ? work() : maker.under(carrier, work);
}
