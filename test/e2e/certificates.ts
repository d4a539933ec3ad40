import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate and its key, in PEM; the certificate also as the base64 of its PEM, as kubeconfig has it. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly data: string;
}

/** An authority of a test's own, which nobody else trusts. */
export class Authority {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly certificate: Certificate;

  constructor(private readonly name: string) {
    const { publicKey, privateKey } = this.#keys;
    this.certificate = this.#certify(name, publicKey, privateKey, [IS_AUTHORITY]);
  }

  /** A certificate of a server at 127.0.0.1. */
  server(): Certificate {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return this.#certify('server', publicKey, privateKey, [AT_LOOPBACK]);
  }

  #certify(name: string, publicKey: KeyObject, privateKey: KeyObject, extensions: readonly Buffer[]): Certificate {
    const now = Date.now();
    const body = sequence(
      tagged(0xa0, integer(Buffer.from([2]))),
      integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      ECDSA_WITH_SHA256,
      nameOf(this.name),
      sequence(utcTime(now - DAY_MS), utcTime(now + DAY_MS)),
      nameOf(name),
      publicKey.export({ type: 'spki', format: 'der' }),
      tagged(0xa3, sequence(...extensions)),
    );
    const signature = sign('sha256', body, this.#keys.privateKey);
    const cert = pem(sequence(body, ECDSA_WITH_SHA256, tagged(0x03, Buffer.from([0]), signature)));
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { cert, key, data: Buffer.from(cert).toString('base64') };
  }
}

const DAY_MS = 86_400_000;

/** DER (X.690): a tag, a length, the content. */
function tagged(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), bytes]);
}

function sequence(...content: readonly Buffer[]): Buffer {
  return tagged(0x30, ...content);
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

/** A common name alone. */
function nameOf(name: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(name)))));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

// The object identifiers and extensions of RFC 5280 and RFC 5758.
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const IS_AUTHORITY = sequence(
  objectId('551d13'),
  tagged(0x01, Buffer.from([0xff])),
  tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))),
);
const AT_LOOPBACK = sequence(objectId('551d11'), tagged(0x04, sequence(tagged(0x87, Buffer.from([127, 0, 0, 1])))));
