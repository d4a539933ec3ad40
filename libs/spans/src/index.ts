export {
  currentCarrier,
  currentTraceId,
  inSpan,
  requestSpan,
  underSpanOf,
  type RequestSpan,
  type Span,
  type SpanAttributes,
  type SpanCarrier,
} from './span.js';
export type { SpanSettings } from './span-settings.js';
export { startSpans, type RunningSpans } from './start-spans.js';
