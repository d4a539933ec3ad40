import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import { HttpsProxyAgent } from 'https-proxy-agent';
import type { Presented } from './credentials.js';
import type { KubeAccess } from './kubeconfig.js';

/** An object as an API server sends it. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly resourceVersion?: string;
    readonly continue?: string;
  };
  readonly [field: string]: unknown;
}

/** A list, page by page. */
export interface KubeList extends KubeObject {
  readonly items?: readonly KubeObject[] | null;
}

/** A line of a watch. */
export interface WatchEvent {
  readonly type: string;
  readonly object: KubeObject;
}

/** The API server answered, and not with what was asked for. */
export class KubeError extends Error {
  override readonly name = 'KubeError';

  constructor(
    readonly status: number,
    message: string,
    /** It asks to be left alone for so long. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/** So long a connection may be silent: bookmarks come every minute, where an API server caches the kind. */
const SILENT_MS = 150_000;
const LONGEST_RETRY_AFTER_S = 120;

class SilentServer extends Error {
  override readonly name = 'SilentServer';
  override readonly message = 'the API server was silent for too long';
}

/** Lists and watches of an API server. */
export class KubeClient {
  #agent: HttpAgent | undefined;
  #certificate: unknown;

  constructor(
    private readonly access: KubeAccess,
    private readonly silentMs = SILENT_MS,
  ) {}

  get server(): string {
    return this.access.server;
  }

  async get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<KubeList> {
    const response = await this.#open(path, query, signal);
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece as Buffer);
    return JSON.parse(Buffer.concat(pieces).toString()) as KubeList;
  }

  /**
   * The lines of a watch, until it ends; what is not taken yet holds the connection up. One that is silent for long
   * ends as well: of a kind that it does not cache, as Events, an API server may send no bookmark all the while.
   */
  async *watch(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): AsyncGenerator<WatchEvent> {
    const response = await this.#open(path, { ...query, watch: 'true' }, signal);
    const decoder = new StringDecoder('utf8');
    let rest: string[] = [];
    try {
      for await (const piece of response) {
        const [first = '', ...lines] = decoder.write(piece as Buffer).split('\n');
        rest.push(first);
        for (const line of lines) {
          const whole = rest.join('');
          rest = [line];
          if (whole !== '') yield JSON.parse(whole) as WatchEvent;
        }
      }
    } catch (error) {
      if (!(error instanceof SilentServer)) throw error;
    } finally {
      response.destroy();
    }
  }

  async #open(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<IncomingMessage> {
    const url = new URL(`${this.access.server}${path}?${new URLSearchParams(query)}`);
    const { credentials } = this.access;
    const presented = await credentials.present();
    let response = await this.#send(url, presented, signal);
    // A token may have been renewed since it was read.
    if (response.statusCode === 401 && credentials.forget(presented)) {
      response.resume();
      response = await this.#send(url, await credentials.present(), signal);
    }
    const { statusCode: status = 0 } = response;
    if (status === 200) return response;
    throw new KubeError(status, `${url.pathname}: ${await messageOf(response)}`, retryAfterMsOf(response));
  }

  #send(url: URL, { authorization, certificate }: Presented, signal: AbortSignal): Promise<IncomingMessage> {
    const isSecure = url.protocol === 'https:';
    if (this.#agent === undefined || this.#certificate !== certificate) {
      this.#certificate = certificate;
      this.#agent?.destroy();
      this.#agent = agentOf(this.access.proxy, isSecure);
    }
    const send = isSecure ? httpsRequest : httpRequest;
    // Of the request, not of the agent: an agent of a proxy has those of the way to the proxy.
    const tls = isSecure ? { ...this.access.tls, ...certificate } : {};
    const headers = {
      accept: 'application/json',
      'user-agent': 'berth-mirror',
      ...(authorization && { authorization }),
      ...this.access.impersonation,
    };
    return new Promise<IncomingMessage>((answered, failed) => {
      let answer: IncomingMessage | undefined;
      const options = { agent: this.#agent, headers, signal, timeout: this.silentMs, ...tls };
      const sent = send(url, options, (response) => {
        answer = response;
        answered(response);
      });
      sent.on('timeout', () => (answer ?? sent).destroy(new SilentServer()));
      sent.on('error', failed);
      sent.end();
    });
  }
}

function agentOf(proxy: string | undefined, isSecure: boolean): HttpAgent {
  const options = { keepAlive: true };
  if (proxy !== undefined) return new HttpsProxyAgent(proxy, options);
  return isSecure ? new Agent(options) : new HttpAgent(options);
}

/** Seconds, as API servers say it. */
function retryAfterMsOf({ headers }: IncomingMessage): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_RETRY_AFTER_S) * 1_000 : 0;
}

/** In the words of a Status, where it is one. */
async function messageOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of response) if (text.length < 10_000) text += String(piece);
  try {
    return (JSON.parse(text) as { readonly message?: string }).message ?? text;
  } catch {
    return `${String(response.statusCode)} ${text.slice(0, 200).trim()}`;
  }
}
