import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Authority, Certificate } from './authority.js';

/** What a TLS listener serves, and what its clients trust. */
export interface ServedCertificate extends Certificate {
  /** PEM of the authority for clients to trust; null where they trust it already. */
  readonly authority: string | null;
}

/** Files of a certificate that the operator has. */
export interface GivenCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile?: string;
}

/** @throws the error of the system call, with the path of the file that cannot be read */
export async function readCertificate({ certFile, keyFile, caFile }: GivenCertificate): Promise<ServedCertificate> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
  return { cert, key, authority: caFile === undefined ? null : await readFile(caFile, 'utf8') };
}

/**
 * A certificate for these names, signed by the authority of the folder, which the first start makes there: `ca.pem` and
 * `ca-key.pem`. Each start has a certificate of its own, so that it covers the names of the moment.
 */
export async function makeCertificate(folder: string, names: readonly string[]): Promise<ServedCertificate> {
  const authority = await authorityIn(folder);
  return { ...(await authority.server(names)), authority: authority.certificate.cert };
}

async function authorityIn(folder: string): Promise<Authority> {
  // Loaded where it is needed: it takes a library that no other part of the service does.
  const { Authority } = await import('./authority.js');
  const [certFile, keyFile] = [join(folder, 'ca.pem'), join(folder, 'ca-key.pem')];
  try {
    const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(certFile, 'utf8')]);
    return await Authority.read({ cert, key });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const authority = await Authority.create('Berth certificate authority');
  const { cert, key } = authority.certificate;
  await replaceFile(keyFile, key, 0o600);
  // Last: a start that ends in between leaves no certificate, and the next one makes both again.
  await replaceFile(certFile, cert, 0o644);
  return authority;
}

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await rm(`${path}.new`, { force: true });
  await writeFile(`${path}.new`, text, { mode, flag: 'wx' });
  await rename(`${path}.new`, path);
}

/** The names that a service on this host is reached by, and those that the operator adds. */
export function namesOfHost(host: string, added: readonly string[]): readonly string[] {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  const here = isWildcard ? addresses.filter((address) => !address.includes('%')) : [host];
  return [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...here, ...added])];
}
