import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { UsageError } from '../../exit.js';
import { Credentials, type ExecPlugin } from './credentials.js';
import { KubeClient } from './kube-client.js';
import { kubeAccess } from './kubeconfig.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-kubeconfig-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** A kubeconfig with one context of a name. */
function written(name: string, { user = {}, cluster = {} }: { user?: object; cluster?: object } = {}): string {
  const file = join(folder, name);
  const config = {
    'current-context': name,
    clusters: [{ name, cluster: { server: `https://${name}:6443/`, ...cluster } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

describe('a kubeconfig', () => {
  test('is one of several, of which those that are missing are passed over', async () => {
    const files = [join(folder, 'missing'), written('first', { user: { token: 'one' } }), written('second')];
    const environment = { KUBECONFIG: files.join(delimiter) };
    const access = kubeAccess({}, environment);
    expect(access).toMatchObject({ server: 'https://first:6443', name: 'first (first:6443)' });
    expect(await access.credentials.present()).toEqual({ authorization: 'Bearer one' });
    expect(kubeAccess({ context: 'second' }, environment).server).toBe('https://second:6443');
  });

  test.each<[what: string, given: () => { kubeconfig?: string; context?: string }, message: RegExp]>([
    ['is missing', () => ({ kubeconfig: join(folder, 'missing') }), /missing is not there/],
    ['has no such context', () => ({ kubeconfig: written('a'), context: 'b' }), /has no context b/],
    [
      'names a proxy of another kind',
      () => ({ kubeconfig: written('socks', { cluster: { 'proxy-url': 'socks5://proxy:1080' } }) }),
      /proxy-url socks5:.* must be the URL of an http or https proxy/,
    ],
    [
      'has groups alone',
      () => ({ kubeconfig: written('a', { user: { 'as-groups': ['g'] } }) }),
      /as-groups without as/,
    ],
  ])('that %s is refused', (_, given, message) => {
    expect(() => kubeAccess(given(), {})).toThrow(message);
  });

  test('asks as the user that it impersonates', () => {
    const user = { as: 'reader', 'as-groups': ['a', 'b'], 'as-user-extra': { 'example.com/scope': ['s'] } };
    expect(kubeAccess({ kubeconfig: written('as', { user }) }, {}).impersonation).toEqual({
      'impersonate-user': 'reader',
      'impersonate-group': ['a', 'b'],
      'impersonate-extra-example.com%2Fscope': ['s'],
    });
    expect(kubeAccess({ kubeconfig: written('self') }, {}).impersonation).toEqual({});
  });
});

test('an API server is asked through the proxy of its cluster', async () => {
  const target = createServer((request, response) => response.end(JSON.stringify({ kind: request.url }))).listen(0);
  const asked: string[] = [];
  const proxy = createServer().listen(0);
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const through = connect(portOf(target), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
  });
  const cluster = { server: 'http://cluster.example', 'proxy-url': `http://127.0.0.1:${portOf(proxy)}` };
  const client = new KubeClient(kubeAccess({ kubeconfig: written('proxied', { cluster }) }, {}));
  try {
    expect(await client.get('/api', {}, new AbortController().signal)).toEqual({ kind: '/api' });
    expect(asked).toEqual(['cluster.example:80']);
  } finally {
    target.closeAllConnections();
    proxy.close();
    target.close();
  }
});

describe('a command that authenticates', () => {
  const runs = (script: string, more: Partial<ExecPlugin> = {}): Credentials =>
    new Credentials({ exec: { command: process.execPath, args: ['-e', script], ...more } });
  /** Says how often it has run, after all of its input. */
  const counting = (file: string): string => `
    const { appendFileSync, readFileSync } = require('node:fs');
    process.stdin.resume().on('end', () => {
      appendFileSync(${JSON.stringify(file)}, 'x');
      const token = readFileSync(${JSON.stringify(file)}, 'utf8');
      console.log(JSON.stringify({ status: { token } }));
    });`;

  test('runs once for all that ask at once, and once more for all of them where its token is refused', async () => {
    const file = join(folder, 'runs');
    appendFileSync(file, '');
    const credentials = runs(counting(file));
    const first = await Promise.all([1, 2, 3].map(() => credentials.present()));
    expect(first.map(({ authorization }) => authorization)).toEqual(['Bearer x', 'Bearer x', 'Bearer x']);
    const again = async (): Promise<string | undefined> => {
      expect(credentials.forget(first[0] ?? {})).toBe(true);
      return (await credentials.present()).authorization;
    };
    expect(await again()).toBe('Bearer xx');
    expect(await again()).toBe('Bearer xx');
    expect(readFileSync(file, 'utf8')).toBe('xx');
  });

  test.each<[what: string, credentials: Credentials, message: string]>([
    ['is missing', runs('', { command: 'no-such-command', installHint: 'install it' }), 'is not there: install it'],
    ['fails', runs('console.error("token expired, log in"); process.exit(1)'), 'failed: token expired, log in'],
    ['says something else', runs('console.log("Welcome")'), 'prints no ExecCredential'],
    ['gives nothing', runs('console.log(JSON.stringify({ status: null }))'), 'prints no ExecCredential'],
  ])('and %s is named', async (_, credentials, message) => {
    await expect(credentials.present()).rejects.toThrow(UsageError);
    await expect(credentials.present()).rejects.toThrow(message);
  });

  test('is as a file with a token that is missing', async () => {
    const credentials = new Credentials({ tokenFile: join(folder, 'none') });
    await expect(credentials.present()).rejects.toThrow(/the token file .*none cannot be read \(ENOENT\)/);
  });
});
