import { destination, pino, type Logger } from 'pino';

/** The log: one JSON object a line on stderr, because people read stdout. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: shownError } },
    destination(2),
  );
}

/** Of an error what explains it: those of `pg` carry their whole connection. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: shownError(cause) }),
  };
}
