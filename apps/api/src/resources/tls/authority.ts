import 'reflect-metadata';
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type X509CertificateCreateParamsName,
} from '@peculiar/x509';

/** A certificate and its private key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** Ten years, as certificate authorities of clusters have. */
const VALIDITY_MS = 3_650 * 86_400_000;
/** Clocks of clients may be behind. */
const SKEW_MS = 3_600_000;

interface Keys {
  readonly publicKey: webcrypto.CryptoKey;
  readonly privateKey: webcrypto.CryptoKey;
}

/** A certificate authority: its own certificate, and those of servers, which it signs. ECDSA on P-256. */
export class Authority {
  private constructor(
    private readonly keys: Keys,
    private readonly own: X509Certificate,
  ) {}

  /** A new authority of that common name. */
  static async create(name: string): Promise<Authority> {
    const keys = await generateKeys();
    const own = await certify({ subject: name, publicKey: keys.publicKey }, { name: [{ CN: [name] }], keys }, [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ]);
    return new Authority(keys, own);
  }

  /** The authority of a certificate and its key. @throws if the texts are not these, or do not belong together */
  static async read({ cert, key }: Certificate): Promise<Authority> {
    const own = new X509Certificate(cert);
    const der = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
    const privateKey = await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign']);
    const publicKey = await webcrypto.subtle.importKey('spki', own.publicKey.rawData, ALGORITHM, true, ['verify']);
    return new Authority({ privateKey, publicKey }, own);
  }

  get certificate(): Certificate {
    return { cert: pemOf(this.own), key: keyPem(this.keys.privateKey) };
  }

  /** A certificate of a server with a key of its own, for DNS names and IP addresses. */
  async server(names: readonly string[]): Promise<Certificate> {
    const { publicKey, privateKey } = await generateKeys();
    const issuer = { name: this.own.subject, keys: this.keys };
    const own = await certify({ subject: names[0] ?? '', publicKey }, issuer, [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
    ]);
    return { cert: pemOf(own), key: keyPem(privateKey) };
  }
}

/** Key identifiers are in every certificate: strict verifiers require them (RFC 5280, 4.2.1.1 and 4.2.1.2). */
async function certify(
  { subject, publicKey }: { readonly subject: string; readonly publicKey: webcrypto.CryptoKey },
  issuer: { readonly name: X509CertificateCreateParamsName; readonly keys: Keys },
  extensions: readonly Extension[],
): Promise<X509Certificate> {
  const now = Date.now();
  return X509CertificateGenerator.create({
    // A serial number is positive, and so its first bit is 0.
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    subject: [{ CN: [subject] }],
    issuer: issuer.name,
    notBefore: new Date(now - SKEW_MS),
    notAfter: new Date(now + VALIDITY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey,
    signingKey: issuer.keys.privateKey,
    extensions: [
      ...extensions,
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
    ],
  });
}

function generateKeys(): Promise<Keys> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function pemOf(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

function keyPem(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}
