import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { TestApi } from '../test-api.js';
import type { Answer, Limit } from './limit.js';

const MIB = 2 ** 20;
/** Of an import, by the setting that these are tried with. */
export const IMPORT_KIB = 64;

interface Sent {
  readonly method?: 'POST' | 'PATCH';
  readonly path: string;
  readonly type?: string;
  readonly body: string;
  /** What is announced, and sent where it is no more than the body. */
  readonly bytes?: number;
}

/** What is answered to a request, of which only the head is sent when it announces more than its body has. */
function answered(
  api: TestApi,
  { method = 'POST', path, type = 'application/json', body, bytes = body.length }: Sent,
): Promise<Answer> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\n` +
      `content-length: ${bytes}\r\n\r\n${bytes > body.length ? '' : body}`,
  );
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (data: string) => {
      text += data;
      if (bytes > body.length && text.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', reject).on('close', () => {
      const code = /"(?:code|reason)":"([A-Za-z_]+)"/.exec(text)?.[1];
      resolve({ status: Number(text.split(' ')[1]), code });
    });
  });
}

/** A body of a size: what comes after the first text is white space, of which none is sent beyond the limit. */
const padded = (text: string, size: number, most: number): Pick<Sent, 'body' | 'bytes'> => ({
  body: size > most ? text : text.padEnd(size, ' '),
  bytes: size,
});

const made = new WeakMap<TestApi, Promise<string>>();

/** A cluster of those that ask. */
async function clusterOf(api: TestApi): Promise<string> {
  const cluster = made.get(api) ?? api.cluster({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } });
  made.set(api, cluster);
  return `/v1/clusters/${await cluster}`;
}

const named = (): string => `n-${randomUUID()}`;
const times = (count: number, text: string): string => Array<string>(count).fill(text).join(',');

const TOO_LARGE: Answer = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
const MALFORMED: Answer = { status: 400, code: 'MALFORMED_BODY' };

async function postNode(api: TestApi, size: number): Promise<Answer> {
  const node = JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: named() } });
  return answered(api, { path: `${await clusterOf(api)}/api/v1/nodes`, ...padded(node, size, 3 * MIB) });
}

async function importNode(api: TestApi, size: number): Promise<Answer> {
  const node = `apiVersion: v1\nkind: Node\nmetadata: {name: ${named()}}\n`;
  const path = `${await clusterOf(api)}/import`;
  return answered(api, { path, type: 'application/yaml', ...padded(node, size, IMPORT_KIB * 1_024) });
}

async function patchNode(api: TestApi, size: number): Promise<Answer> {
  return answered(api, {
    method: 'PATCH',
    path: `${await clusterOf(api)}/api/v1/nodes/a`,
    type: 'application/json-patch+json',
    body: `[${times(size, '{"op":"test","path":"/kind","value":"Node"}')}]`,
  });
}

/** What one body may be. */
export const BODIES: readonly Limit[] = [
  {
    name: 'bytes of a body',
    most: 8 * MIB,
    shown: '8 MiB',
    ask: (api, size) =>
      answered(api, { path: '/v1/clusters', ...padded(JSON.stringify({ name: named() }), size, 8 * MIB) }),
    granted: { status: 201, code: undefined },
    refused: TOO_LARGE,
  },
  {
    name: 'bytes of a body of the Kubernetes API',
    most: 3 * MIB,
    shown: '3 MiB',
    ask: postNode,
    granted: { status: 201, code: undefined },
    refused: { status: 413, code: 'RequestEntityTooLarge' },
  },
  {
    name: 'bytes of an import',
    most: IMPORT_KIB * 1_024,
    ask: importNode,
    granted: { status: 200, code: undefined },
    refused: TOO_LARGE,
  },
  {
    name: 'values in a body',
    most: 100_000,
    // One of them is the list.
    ask: (api, size) => answered(api, { path: '/v1/clusters', body: `[${times(size - 1, '1')}]` }),
    granted: { status: 400, code: 'INVALID_REQUEST' },
    refused: MALFORMED,
    isIdle: true,
    // As many as 8 MiB hold.
    times: 40,
  },
  {
    name: 'levels of a body',
    most: 200,
    ask: (api, size) =>
      answered(api, { path: '/v1/clusters', body: `${'{"a":'.repeat(size - 1)}{}${'}'.repeat(size - 1)}` }),
    granted: { status: 400, code: 'INVALID_REQUEST' },
    refused: MALFORMED,
    isIdle: true,
  },
  {
    name: 'operations of a JSON patch',
    most: 10_000,
    ask: patchNode,
    granted: { status: 200, code: undefined },
    refused: { status: 413, code: 'RequestEntityTooLarge' },
  },
];
