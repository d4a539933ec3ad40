import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How long a caller that reads the answer only after the whole body may go on with a body that is not read. */
const LINGER_MS = 5_000;

/**
 * An answer may come before the body has: the rest of it is thrown away as it arrives, and the connection closed when
 * the caller has closed its side, or has not for long. Closed at once, the system would answer what still arrives with
 * a reset, and the caller would lose the answer (RFC 9112, 9.6).
 */
export function discardUnread(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete && hasBody(request)) linger(request, reply);
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function linger({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw;
  raw.unpipe();
  raw.on('error', () => undefined).resume();
  void reply.header('connection', 'close');
  // What Node calls when the last answer is out: it would close both sides.
  socket.destroySoon = () => {
    socket.end();
    const overdue = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => {
      clearTimeout(overdue);
    });
  };
}
