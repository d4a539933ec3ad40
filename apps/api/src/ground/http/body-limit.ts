import { Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { ClientGone, ErrorCode, RequestRefused } from '../outcome/index.js';
import { BodyPace } from './body-pace.js';

/**
 * The body of a request as it arrives, decoded, and cut off at so many bytes: a longer one is refused as soon as that
 * is known, and one that pauses for too long.
 */
export function limitedBody(
  request: FastifyRequest,
  payload: Readable,
  { bytes: limit, deadlineMs }: { readonly bytes: number; readonly deadlineMs: number },
): Readable {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const encoding = String(request.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  const stages = [payload, new BodyPace(deadlineMs)] as const;
  const limiter = new ByteLimit(limit);
  if (encoding === 'identity') return connected([...stages, limiter]);
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw RequestRefused.with(
      ErrorCode.UNSUPPORTED_MEDIA_TYPE,
      `content encoding ${JSON.stringify(encoding)} is not read here, gzip is`,
      { 'accept-encoding': 'gzip' },
    );
  }
  return connected([...stages, createGunzip(), limiter]);
}

class ByteLimit extends Transform {
  #seen = 0;

  constructor(private readonly limit: number) {
    super();
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.#seen += chunk.length;
    if (this.#seen > this.limit) done(tooLarge(this.limit));
    else done(null, chunk);
  }
}

/**
 * Pipes on, errors too: what a later stage's reader sees is the first thing that went wrong. The request itself
 * stays open for the answer.
 */
function connected(stages: readonly (Readable | Transform)[]): Readable {
  const last = stages.reduce((from, to) => {
    // The first stage is the connection of the caller: it fails only when they go.
    from.on('error', (error) => to.destroy(from === stages[0] ? new ClientGone() : readable(error)));
    from.on('close', () => {
      if (!from.readableEnded) to.destroy(new ClientGone());
    });
    return from.pipe(to as Transform);
  });
  // A refusal may come before the body is read: then there is no other listener when it breaks off.
  return last.on('error', () => undefined);
}

/** Broken gzip is the caller's error. */
function readable(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^(Z_|ERR_ZLIB)/.test(code)) return error;
  return RequestRefused.with(ErrorCode.MALFORMED_BODY, `the body is not valid gzip: ${error.message}`);
}

function tooLarge(limit: number): RequestRefused {
  return RequestRefused.with(ErrorCode.PAYLOAD_TOO_LARGE, `Request entity too large: limit is ${limit}`);
}
