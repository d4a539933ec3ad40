import { currentTraceId } from '#spans';
import { destination, pino, type DestinationStream, type Logger } from 'pino';
import { blotted } from '../ground/outcome/index.js';

/** The log: one JSON object a line, on stderr unless it is to go elsewhere, because people read stdout. */
export function createLogger(level: string, to: DestinationStream = destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: shownError },
      mixin: traceOfLine,
      // Callers put keys where names belong, and what they call things by is in the log.
      hooks: { streamWrite: blotted },
    },
    to,
  );
}

/** What is said while a request is worked on has the id of its trace, where spans are on. */
function traceOfLine(): object {
  const traceId = currentTraceId();
  return traceId === undefined ? {} : { traceId };
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
