import { keepSaid } from '#test-run';
import { pino, type Logger } from 'pino';
import { createLogger } from '../../apps/api/src/boot/logger.js';
import type { Exchange } from '../openapi/index.js';

/**
 * The log of a service that runs in a spec, as the service writes it. All of it is kept for the run; the lines of a
 * level and above are reported to the spec.
 */
export function specLogger(
  level: keyof typeof pino.levels.values = 'fatal',
  hear: (line: Record<string, unknown>) => void = () => undefined,
): Logger {
  const least = pino.levels.values[level] ?? 0;
  const write = (text: string): void => {
    keepSaid(text);
    const line = JSON.parse(text) as Record<string, unknown>;
    if (Number(line['level']) >= least) hear(line);
  };
  return createLogger('trace', { write });
}

/** Keeps an answer for the run that says what went wrong. */
export function keepError({ status, text = '' }: Pick<Exchange, 'status' | 'text'>): void {
  if (status >= 400 || text.includes('"errors":[')) keepSaid(text);
}
