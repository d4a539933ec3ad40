import { ok } from '#requests';
import { z } from 'zod';
import { inTeam } from '../../ground/caller/index.js';
import { operation } from '../../ground/operation/index.js';
import { TlsListener } from './tls-listener.js';

const schema = z
  .object({
    port: z.number().int().nullable().describe('The HTTPS port; null: HTTPS is not served.'),
    certificateAuthority: z
      .string()
      .nullable()
      .describe('The certificate authority that clients have to trust, in PEM; null: a public one, or no HTTPS.'),
  })
  .meta({ id: 'Tls', description: 'How clients reach the service over HTTPS.' });

/** What a kubeconfig needs to know of the service. */
export const readTls = operation({
  name: 'readTls',
  route: 'GET /v1/tls',
  tag: 'health',
  permission: inTeam('viewer'),
  summary: 'Read how HTTPS is served',
  description:
    'The HTTPS port of the process that answers, and the certificate authority for its clients. Both ports serve ' +
    'the same API. `berth kubeconfig` writes them into a kubeconfig.',
  uses: { listener: TlsListener },
  answer: { status: 200, description: 'The port and the authority.', schema },
  run: ({ listener: { port, authority } }) => ok({ port, certificateAuthority: authority }),
  headers: () => ({ 'cache-control': 'no-store' }),
});
