import type { Server } from 'node:http';
import { join } from 'node:path';
import { makeCertificate, namesOfHost, readCertificate, type TlsListener } from '../resources/tls/index.js';
import type { Config } from './config.js';

/** Listens on the HTTPS port, where there is one. @throws TlsError, or the error of a file that cannot be read */
export async function serveTls(
  listener: TlsListener,
  http: Server,
  { tls, host, dataDir, requestDeadlineMs: deadlineMs }: Pick<Config, 'tls' | 'host' | 'dataDir' | 'requestDeadlineMs'>,
): Promise<void> {
  if (tls === undefined) return;
  const certificate =
    tls.given === undefined
      ? await makeCertificate(join(dataDir, 'tls'), namesOfHost(host, tls.names))
      : await readCertificate(tls.given);
  await listener.listen(http, { ...certificate, host, port: tls.port, deadlineMs });
}
