import { makeSpansBy } from './span.js';
import type { SpanSettings } from './span-settings.js';

/** Spans that are being exported. */
export interface RunningSpans {
  /** Exports what is left, for two seconds at most; no spans are made from then on. */
  stop(): Promise<void>;
}

/** A collector that does not answer does not delay the end of the process. */
const STOP_MS = 2_000;

/**
 * Makes spans in this thread, and exports them. Only with this are the packages of OpenTelemetry loaded; what else may
 * be set of it (headers, sampler, batches) they read from the environment themselves.
 *
 * @param onProblem called when spans could not be exported
 */
export async function startSpans(
  settings: SpanSettings,
  onProblem: (message: string) => void = () => undefined,
): Promise<RunningSpans> {
  const { OpenTelemetrySpans } = await import('./opentelemetry-spans.js');
  const spans = new OpenTelemetrySpans(settings, onProblem);
  makeSpansBy(spans);
  return {
    stop: async () => {
      makeSpansBy(undefined);
      await spans.stop(STOP_MS);
    },
  };
}
