import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type AgentOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Extender } from '#scheduler';

/** A whole node is some 10 KiB: an answer for the largest clusters, and no more. */
const MOST_ANSWER_BYTES = 64 * 2 ** 20;

/** Why there is no answer, in the words of Go's http client where it has some. */
export class NotAnswered extends Error {
  constructor(
    readonly outcome: 'timeout' | 'failed',
    message: string,
  ) {
    super(message);
  }
}

/** What goes to one extender: its connections stay open between requests. */
export class ExtenderConnection {
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #isHttps: boolean;

  constructor(private readonly extender: Extender) {
    this.#isHttps = extender.urlPrefix.startsWith('https:');
    this.#agent = this.#isHttps ? new HttpsAgent({ keepAlive: true, ...tlsOf(extender) }) : new HttpAgent(KEPT);
  }

  /** The body of the answer to one POST. @throws NotAnswered */
  async post(verb: string, body: string): Promise<string> {
    const url = `${this.extender.urlPrefix.replace(/\/+$/, '')}/${verb}`;
    const exchange = new Exchange(url, this.extender.httpTimeoutMs);
    const again = (): ClientRequest => this.#request(url, body);
    const { statusCode, text } = await exchange.run(again);
    if (statusCode === 200) return text;
    throw new NotAnswered('failed', `failed ${verb} with extender at URL ${url}, code ${statusCode}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #request(url: string, body: string): ClientRequest {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { method: 'POST', agent: this.#agent, headers };
    const request = this.#isHttps ? httpsRequest(url, options) : httpRequest(url, options);
    return request.end(body);
  }
}

const KEPT = { keepAlive: true } as const;

/** As kube-scheduler v1.34 makeTransport: with `enableHTTPS` and no CA, every server certificate is accepted. */
function tlsOf({ enableHTTPS, tlsConfig }: Extender): AgentOptions {
  const { insecure = false, caData = '', serverName = '' } = tlsConfig ?? {};
  return {
    rejectUnauthorized: !(insecure || (enableHTTPS && caData === '')),
    ...(caData !== '' && { ca: Buffer.from(caData, 'base64') }),
    ...(serverName !== '' && { servername: serverName }),
  };
}

interface Received {
  readonly statusCode: number;
  readonly text: string;
}

/** One request with its time: redirects are not followed, as no other host was allowed. */
class Exchange {
  #isAnswered = false;

  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  async run(begin: () => ClientRequest): Promise<Received> {
    let request = begin();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      request.destroy();
    }, this.timeoutMs);
    try {
      return await this.#received(request);
    } catch (error) {
      if (isLate || !isStale(request, error)) throw this.#inWords(error, isLate);
      // The extender had closed a connection that was kept alive: nothing of the request was read.
      request = begin();
      return await this.#received(request).catch((second: unknown) => {
        throw this.#inWords(second, isLate);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async #received(request: ClientRequest): Promise<Received> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request
        .once('response', resolve)
        .on('error', reject)
        .once('close', () => {
          reject(new Error('EOF'));
        });
    });
    this.#isAnswered = true;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_ANSWER_BYTES) {
        request.destroy();
        throw new Error(`the answer is longer than ${MOST_ANSWER_BYTES} bytes`);
      }
      chunks.push(chunk);
    }
    return { statusCode: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
  }

  #inWords(error: unknown, isLate: boolean): NotAnswered {
    if (isLate) {
      const late = 'context deadline exceeded (Client.Timeout';
      return this.#isAnswered
        ? new NotAnswered('timeout', `${late} or context cancellation while reading body)`)
        : new NotAnswered('timeout', `Post ${JSON.stringify(this.url)}: ${late} exceeded while awaiting headers)`);
    }
    return new NotAnswered('failed', `Post ${JSON.stringify(this.url)}: ${inGoWords(error)}`);
  }
}

function isStale(request: ClientRequest, error: unknown): boolean {
  return request.reusedSocket && codeOf(error) === 'ECONNRESET';
}

function inGoWords(error: unknown): string {
  const { address, port, hostname, message } = error as Partial<
    Record<'address' | 'port' | 'hostname' | 'message', string>
  >;
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return `dial tcp ${address ?? ''}:${port ?? ''}: connect: connection refused`;
    case 'ENOTFOUND':
      return `dial tcp: lookup ${hostname ?? ''}: no such host`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${UNVERIFIED}: ${otherNames(error)}`;
    case 'ECONNRESET':
      return message === 'socket hang up' ? 'EOF' : 'read: connection reset by peer';
    default:
      return UNTRUSTED.has(codeOf(error))
        ? `${UNVERIFIED}: certificate signed by unknown authority`
        : (message ?? String(error));
  }
}

const UNVERIFIED = 'tls: failed to verify certificate: x509';

/** The OpenSSL error codes of a certificate that no known authority has signed. */
const UNTRUSTED: ReadonlySet<unknown> = new Set([
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The error of a certificate for another host. // as crypto/x509 HostnameError */
function otherNames(error: unknown): string {
  const { host, cert } = error as { readonly host: string; readonly cert: { readonly subjectaltname?: string } };
  const names = (cert.subjectaltname ?? '').split(', ');
  const kind = isIP(host) === 0 ? 'DNS:' : 'IP Address:';
  const valid = names.flatMap((name) => (name.startsWith(kind) ? [name.slice(kind.length)] : []));
  if (valid.length > 0) return `certificate is valid for ${valid.join(', ')}, not ${host}`;
  return isIP(host) === 0
    ? `certificate is not valid for any names, but wanted to match ${host}`
    : `cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}
