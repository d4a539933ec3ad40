import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server as TlsServer } from 'node:tls';
import type { ServedCertificate } from './certificate-files.js';

/** A port or a certificate that TLS cannot be served with; the message is for the operator. */
export class TlsError extends Error {
  override readonly name = 'TlsError';
}

/** Where to listen, with which certificate. */
export interface TlsOptions extends ServedCertificate {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** How long a handshake may take, in milliseconds. */
  readonly deadlineMs: number;
}

/**
 * The HTTPS port of the service, where it has one. Its connections are handed to the HTTP server, so that both ports
 * are the same application, with the same limits and the same end.
 */
export class TlsListener {
  #server: TlsServer | undefined;
  #authority: string | null = null;

  /** The port that it listens on; null where HTTPS is not served. */
  get port(): number | null {
    return (this.#server?.address() as AddressInfo | null | undefined)?.port ?? null;
  }

  /** PEM of the certificate authority for clients to trust; null where they trust it already, or there is no HTTPS. */
  get authority(): string | null {
    return this.#authority;
  }

  /** @throws TlsError when the certificate or the port cannot be used */
  async listen(http: Server, { host, port, deadlineMs, cert, key, authority }: TlsOptions): Promise<void> {
    const server = serverOf({ cert, key, handshakeTimeout: deadlineMs });
    server.on('secureConnection', (socket) => http.emit('connection', socket));
    server.listen({ host, port });
    try {
      await once(server, 'listening');
    } catch (error) {
      throw new TlsError(`HTTPS_PORT=${port}: ${whyNot(error)}.`, { cause: error });
    }
    this.#server = server;
    this.#authority = authority;
  }

  /** Takes no new connections; those that there are end with the HTTP server. */
  close(): void {
    this.#server?.close();
    this.#server = undefined;
  }
}

function serverOf(options: { readonly cert: string; readonly key: string; readonly handshakeTimeout: number }) {
  try {
    return createServer({ ...options, ALPNProtocols: ['http/1.1'] });
  } catch (error) {
    throw new TlsError(`The TLS certificate and its key cannot be used: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function whyNot(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'the port is in use';
  if (code === 'EACCES') return 'the port may not be opened by this user: set HTTPS_PORT to one above 1023';
  return message;
}
