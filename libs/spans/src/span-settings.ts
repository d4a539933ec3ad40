/** Where spans go, and whose they are. Plain data: other threads are given it as it is. */
export interface SpanSettings {
  /** The collector's URL for traces (OTLP over HTTP); `console`: standard output. */
  readonly to: { readonly url: string } | 'console';
  readonly serviceName: string;
  readonly serviceVersion: string;
}
