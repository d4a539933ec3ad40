import { existsSync, readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { UsageError } from '../../exit.js';
import { Credentials, type ExecPlugin } from './credentials.js';

/** How an API server is reached, and as whom. */
export interface KubeAccess {
  /** With the path that goes before those of the API. */
  readonly server: string;
  /** What is followed, in words. */
  readonly name: string;
  /** A proxy of HTTP through which it is reached. */
  readonly proxy?: string;
  readonly tls: { readonly ca?: string; readonly servername?: string; readonly rejectUnauthorized?: false };
  readonly credentials: Credentials;
  /** Headers by which a user asks as another one. */
  readonly impersonation?: OutgoingHttpHeaders;
}

interface Named<Name extends string, T> {
  readonly entries: readonly ({ readonly name: string } & Readonly<Record<Name, T>>)[];
}

interface ClusterEntry {
  readonly server?: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
}

interface UserEntry {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly exec?: ExecPlugin;
  readonly 'auth-provider'?: object;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[] | null;
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>> | null;
}

interface ConfigFile {
  readonly 'current-context'?: string;
  readonly clusters?: Named<'cluster', ClusterEntry>['entries'] | null;
  readonly users?: Named<'user', UserEntry>['entries'] | null;
  readonly contexts?: Named<'context', { readonly cluster?: string; readonly user?: string }>['entries'] | null;
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The access that a kubeconfig says, as kubectl reads it: the given file, those of KUBECONFIG, or that of the home
 * folder; without any, inside a pod, its service account.
 * @throws UsageError where there is none, or it says what is not supported
 */
export function kubeAccess(
  given: { readonly kubeconfig?: string | undefined; readonly context?: string | undefined },
  environment: NodeJS.ProcessEnv,
): KubeAccess {
  const { KUBECONFIG, HOME, KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = environment;
  const named = given.kubeconfig === undefined ? (KUBECONFIG ?? '').split(delimiter) : [given.kubeconfig];
  const all = named.filter((file) => file !== '');
  // Of several files those that are missing are passed over. // as kubectl
  const some = all.filter((file) => existsSync(file));
  const files = some.length > 0 ? some : all;
  if (files.length > 0) return accessOf(files, given.context);
  const own = join(HOME ?? homedir(), '.kube', 'config');
  if (existsSync(own)) return accessOf([own], given.context);
  if (host === undefined || !existsSync(join(SERVICE_ACCOUNT, 'token')))
    throw new UsageError('no cluster to follow is named: --kubeconfig FILE, KUBECONFIG, or a service account of a pod');
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    server,
    name: server,
    tls: { ca: readFileSync(join(SERVICE_ACCOUNT, 'ca.crt'), 'utf8') },
    credentials: new Credentials({ tokenFile: join(SERVICE_ACCOUNT, 'token') }),
  };
}

function accessOf(files: readonly string[], context: string | undefined): KubeAccess {
  const configs = files.map((file) => ({ folder: dirname(resolve(file)), config: readConfig(file) }));
  const find = <T>(list: (config: ConfigFile) => readonly ({ readonly name: string } & T)[] | null | undefined) => {
    const all = configs.flatMap(({ folder, config }) => (list(config) ?? []).map((entry) => ({ folder, entry })));
    return (name: string | undefined): { folder: string; entry: T } | undefined =>
      all.find(({ entry }) => entry.name === name);
  };
  const current = context ?? configs.map(({ config }) => config['current-context']).find(Boolean);
  const chosen = find(({ contexts }) => contexts)(current)?.entry.context;
  if (chosen === undefined)
    throw new UsageError(
      current === undefined
        ? `${files.join(', ')} has no current context: --context NAME`
        : `${files.join(', ')} has no context ${current}`,
    );
  const cluster = find(({ clusters }) => clusters)(chosen.cluster);
  if (cluster?.entry.cluster.server === undefined)
    throw new UsageError(`context ${String(current)} of ${files.join(', ')} names no cluster with a server`);
  const user = find(({ users }) => users)(chosen.user);
  return {
    server: cluster.entry.cluster.server.replace(/\/$/, ''),
    name: `${String(current)} (${new URL(cluster.entry.cluster.server).host})`,
    ...proxyOf(cluster.entry.cluster),
    tls: tlsOf(cluster.entry.cluster, cluster.folder),
    credentials: new Credentials(user === undefined ? {} : credentialsOf(user.entry.user, user.folder)),
    impersonation: impersonationOf(user?.entry.user ?? {}),
  };
}

function readConfig(file: string): ConfigFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code ?? String(error)})`;
    throw new UsageError(`kubeconfig ${file} ${why}: --kubeconfig FILE, or KUBECONFIG, names it`);
  }
  const read = load(text);
  if (typeof read !== 'object' || read === null) throw new UsageError(`${file} is no kubeconfig`);
  return read;
}

function proxyOf({ 'proxy-url': proxy }: ClusterEntry): Pick<KubeAccess, 'proxy'> {
  if (proxy === undefined || proxy === '') return {};
  if (URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol)) return { proxy };
  throw new UsageError(`proxy-url ${proxy} of a kubeconfig: must be the URL of an http or https proxy`);
}

function tlsOf(cluster: ClusterEntry, folder: string): KubeAccess['tls'] {
  const ca = textOf(cluster['certificate-authority-data'], cluster['certificate-authority'], folder);
  const servername = cluster['tls-server-name'];
  return {
    ...(ca !== undefined && { ca }),
    ...(servername !== undefined && { servername }),
    ...(cluster['insecure-skip-tls-verify'] === true && { rejectUnauthorized: false }),
  };
}

function credentialsOf(user: UserEntry, folder: string): ConstructorParameters<typeof Credentials>[0] {
  const { token, tokenFile, username, password, exec } = user;
  if (user['auth-provider'] !== undefined)
    throw new UsageError('auth-provider of a kubeconfig is not supported, exec is');
  const cert = textOf(user['client-certificate-data'], user['client-certificate'], folder);
  const key = textOf(user['client-key-data'], user['client-key'], folder);
  return {
    ...(token !== undefined && { token }),
    ...(tokenFile !== undefined && { tokenFile: resolve(folder, tokenFile) }),
    ...(username !== undefined && { basic: `${username}:${password ?? ''}` }),
    ...(cert !== undefined && key !== undefined && { certificate: { cert, key } }),
    ...(exec !== undefined && { exec, folder }),
  };
}

/** // as client-go transport.ImpersonationConfig */
function impersonationOf({ as, ...more }: UserEntry): OutgoingHttpHeaders {
  const { 'as-uid': uid, 'as-groups': groups, 'as-user-extra': extra } = more;
  if (as === undefined) {
    if (uid !== undefined || groups?.length || extra) throw new UsageError('a kubeconfig has as-groups without as');
    return {};
  }
  return {
    'impersonate-user': as,
    ...(uid !== undefined && { 'impersonate-uid': uid }),
    ...(groups?.length && { 'impersonate-group': [...groups] }),
    ...Object.fromEntries(
      Object.entries(extra ?? {}).map(([key, values]) => [`impersonate-extra-${encodeURIComponent(key)}`, [...values]]),
    ),
  };
}

function textOf(data: string | undefined, file: string | undefined, folder: string): string | undefined {
  if (data !== undefined) return Buffer.from(data, 'base64').toString();
  return file === undefined ? undefined : readFileSync(resolve(folder, file), 'utf8');
}
