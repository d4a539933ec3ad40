import { lookup as lookUpByName, type LookupAddress, type LookupAllOptions } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { isPublic } from './addresses.js';
import { DeliveryFailed } from './failed.js';

/** What webhooks may reach, and how long they may take. */
export interface WebhookSettings {
  /** Hosts, `name` or `name:port`, that may have private addresses, and may be called over http. */
  readonly privateHosts: readonly string[];
  readonly timeoutMs?: number;
  /** For tests: looks a name up, instead of the system's resolver. */
  readonly lookUp?: LookUp;
}

/** Answers all addresses of a name. */
type LookUp = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A message, as Standard Webhooks has it. */
export interface WebhookMessage {
  /** The same with every attempt: receivers recognize what they have. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** `whsec_...` */
  readonly secret: string;
}

const TIMEOUT_MS = 15_000;
/** Of the answer so much is read for the report of a failure, and nothing after it. */
const MOST_ANSWER = 500;

/** Why a URL is never called with these settings, without a look at what its name resolves to. */
export function urlProblem(url: URL, settings: Pick<WebhookSettings, 'privateHosts'>): string | undefined {
  if (isTrusted(url, settings)) return undefined;
  if (url.protocol === 'http:') return 'http is for hosts in BERTH_WEBHOOK_PRIVATE_HOSTS; use https';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublic(host) ? PRIVATE : undefined;
}

/** Sends a message. Redirects are not followed. @throws DeliveryFailed when it is not answered with 2xx in time */
export function sendWebhook(url: URL, message: WebhookMessage, settings: WebhookSettings): Promise<void> {
  // The settings may have changed since the URL was accepted.
  const problem = urlProblem(url, settings);
  if (problem !== undefined) return Promise.reject(new DeliveryFailed(problem));
  return post(url, message, {
    lookup: isTrusted(url, settings) ? undefined : publicOnly(settings.lookUp),
    ...settings,
  });
}

function isTrusted(url: URL, { privateHosts }: Pick<WebhookSettings, 'privateHosts'>): boolean {
  return privateHosts.some((host) => host === url.hostname || host === url.host);
}

const PRIVATE = 'the host has a private address; BERTH_WEBHOOK_PRIVATE_HOSTS lists those that may';

/** The address that is connected to is the one that is judged: a name may have another one a moment later. */
const publicOnly =
  (lookUp: LookUp = lookUpByName): LookupFunction =>
  (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address))) {
        done(new DeliveryFailed(PRIVATE), []);
        return;
      }
      const [first] = addresses;
      if (options.all === true) done(null, addresses);
      else done(null, first?.address ?? '', first?.family);
    });
  };

function post(
  url: URL,
  { id, at, body, secret }: WebhookMessage,
  { lookup, timeoutMs = TIMEOUT_MS }: { readonly lookup: LookupFunction | undefined; readonly timeoutMs?: number },
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'berth',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(overdue);
      request.destroy();
      reject(new DeliveryFailed(why));
    };
    const { request: start } = url.protocol === 'https:' ? https : http;
    const request = start(url, { method: 'POST', headers, agent: false, ...(lookup && { lookup }) }, (answer) => {
      const { statusCode: status = 0 } = answer;
      if (status >= 200 && status < 300) {
        clearTimeout(overdue);
        request.destroy();
        resolve();
        return;
      }
      if (status >= 300 && status < 400) {
        fail(`answered ${status}: redirects are not followed`);
        return;
      }
      let text = '';
      answer.setEncoding('utf8').on('data', (some: string) => {
        text += some;
        if (text.length >= MOST_ANSWER) answer.destroy();
      });
      answer.on('close', () => {
        fail(`answered ${status}: ${text.slice(0, MOST_ANSWER)}`.replace(/[^\x20-\x7e]+/g, ' ').trim());
      });
    });
    // Of the whole attempt: a receiver that sends a byte now and then is cut off too.
    const overdue = setTimeout(() => {
      fail(`did not answer within ${timeoutMs / 1_000} s`);
    }, timeoutMs);
    request.on('error', (error) => {
      fail(error instanceof DeliveryFailed ? error.message : `could not be reached: ${error.message}`);
    });
    request.end(body);
  });
}
