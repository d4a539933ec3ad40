import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Exchange } from './published-api.js';

/** Of longer answers the beginning says nothing that can be judged. */
const LONGEST_KEPT = 2 ** 20;

/** Tells every exchange of a server when it is over, from the bytes that go out. */
export function tapExchanges(fastify: FastifyInstance, server: Server, tell: (exchange: Exchange) => void): void {
  const sent = new WeakMap<IncomingMessage, Exchange['sent']>();
  fastify.addHook('preHandler', (request, _reply, done) => {
    const { body } = request;
    // Streams are read by whom they are for.
    if (body !== undefined && !isStream(body))
      sent.set(request.raw, { type: request.headers['content-type'] ?? '', body: structuredClone(body) });
    done();
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const kept = keepAnswer(response);
    response.once('finish', () => {
      const { method = '', url = '' } = request;
      const type = String(response.getHeader('content-type') ?? '');
      const given = sent.get(request);
      tell({
        method,
        url,
        status: response.statusCode,
        type,
        text: kept(),
        ...(given === undefined ? {} : { sent: given }),
      });
    });
  });
}

/** Keeps what is written; what that was, when all of it is, or undefined when it was too long. */
function keepAnswer(response: ServerResponse): () => string | undefined {
  const chunks: Buffer[] = [];
  let length = 0;
  const keep = (chunk: unknown): void => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    length += chunk.length;
    if (length <= LONGEST_KEPT) chunks.push(Buffer.from(chunk as Uint8Array));
  };
  for (const name of ['write', 'end'] as const) {
    const original = response[name].bind(response) as (...parts: unknown[]) => unknown;
    Object.assign(response, {
      [name]: (...parts: unknown[]): unknown => {
        keep(parts[0]);
        return original(...parts);
      },
    });
  }
  return () => (length > LONGEST_KEPT ? undefined : decoded(Buffer.concat(chunks), response));
}

function decoded(bytes: Buffer, response: ServerResponse): string {
  const encoding = response.getHeader('content-encoding');
  if (bytes.length === 0) return '';
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
}

function isStream(body: unknown): boolean {
  return typeof (body as { pipe?: unknown } | null)?.pipe === 'function';
}
