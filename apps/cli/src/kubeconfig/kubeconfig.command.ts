import { rmSync, writeFileSync } from 'node:fs';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { NoAnswer } from '../exit.js';
import { examples } from '../options.js';
import { printValue } from '../output/index.js';

/** `berth kubeconfig`: what kubectl and client libraries need to reach a cluster. */
export function kubeconfig(berth: Berth): CommandUnknownOpts {
  return new Command('kubeconfig')
    .summary('a kubeconfig of a cluster, for kubectl')
    .description(
      'Print a kubeconfig with the HTTPS address of a cluster, the certificate authority, and the key of this ' +
        'command as the token. It is a secret: -o writes a file that only its owner may read.',
    )
    .argument('[cluster]', 'name or id of the cluster; default: that of --cluster')
    .option('-o, --output <file>', 'write to this file')
    .action(async (named, { output }) => {
      const cluster = named ?? berth.cluster;
      const { id } = await berth.client.get('/v1/clusters/{cluster}', { params: { path: { cluster } } });
      const server = serverOf(berth, await berth.client.get('/v1/tls'));
      // Client libraries decode an encoded slash of a server's path: the id has none.
      const path = cluster.includes('/') ? id : cluster;
      const config = configOf({ cluster, path }, { ...server, key: berth.connection.key });
      if (output === undefined) printValue(config, 'yaml', berth.terminal);
      else {
        // A new file: one that is there would keep its mode.
        rmSync(output, { force: true });
        const print = (text: string): void => {
          writeFileSync(output, `${text}\n`, { mode: 0o600, flag: 'wx' });
        };
        printValue(config, 'yaml', { ...berth.terminal, print });
      }
    })
    .addHelpText(
      'after',
      examples(
        ['berth kubeconfig prod -o prod.kubeconfig', 'a file for KUBECONFIG'],
        ['kubectl --kubeconfig prod.kubeconfig get pods -A', 'the pods of the cluster'],
      ),
    );
}

/** Where clients reach the service, and the authority in PEM where one has to be named to them. */
interface Reached {
  readonly url: string;
  readonly authority: string | null;
}

/** @throws NoAnswer where there is no HTTPS: kubectl sends no key over HTTP */
function serverOf({ connection: { url, key } }: Berth, { port, certificateAuthority }: Schemas['Tls']): Reached {
  const at = new URL(url);
  if (at.protocol === 'https:')
    return { url: at.href, authority: at.port === String(port ?? '') ? certificateAuthority : null };
  if (port !== null) {
    const secure = new URL(url.replace(/^http:/, 'https:'));
    secure.port = String(port);
    return { url: secure.href, authority: certificateAuthority };
  }
  if (key !== undefined)
    throw new NoAnswer(
      'the service does not serve HTTPS, and kubectl sends keys over HTTPS only: start the service with HTTPS_PORT',
    );
  return { url: at.href, authority: null };
}

/** v1 Config of client-go. */
function configOf(
  { cluster, path }: { readonly cluster: string; readonly path: string },
  { url, authority, key }: Reached & { readonly key: string | undefined },
): object {
  const server = `${url.replace(/\/$/, '')}/v1/clusters/${encodeURIComponent(path)}`;
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': cluster,
    clusters: [
      {
        name: cluster,
        cluster: {
          server,
          ...(authority !== null && { 'certificate-authority-data': Buffer.from(authority).toString('base64') }),
        },
      },
    ],
    users: [{ name: 'berth', user: key === undefined ? {} : { token: key } }],
    contexts: [{ name: cluster, context: { cluster, user: 'berth', namespace: 'default' } }],
  };
}
