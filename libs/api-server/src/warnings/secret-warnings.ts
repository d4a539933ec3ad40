import { textOfBase64, type Secret } from '#kubernetes';

/** What is odd about a secret: a certificate or a key that is none. // as API server v1.34 warningsForSecret */
export function secretWarnings({ type, data = {} }: Secret): string[] {
  if (type !== 'kubernetes.io/tls') return [];
  const problem =
    pemProblem(data['tls.crt'], { block: /^CERTIFICATE$/, is: 'certificate' }) ??
    pemProblem(data['tls.key'], { block: /PRIVATE KEY$/, is: 'key' });
  return problem === undefined ? [] : [problem];
}

const BLOCK = /^-----BEGIN (.*)-----\s*$[^]*?^-----END \1-----\s*$/gm;
const SWITCHED = 'PEM inputs may have been switched';

/** Why a text has no block of PEM of the wanted sort. // as X509KeyPair of Go */
function pemProblem(
  base64: string | null | undefined,
  { block, is }: { readonly block: RegExp; readonly is: 'certificate' | 'key' },
): string | undefined {
  const text = textOfBase64(base64 ?? '') ?? '';
  const blocks = Array.from(text.matchAll(BLOCK), ([, name = '']) => name);
  if (blocks.some((name) => block.test(name))) return undefined;
  const [only = ''] = blocks;
  if (only === '') return `tls: failed to find any PEM data in ${is} input`;
  const skipped = `in ${is} input after skipping PEM blocks of the following types: [${blocks.join(' ')}]`;
  if (is === 'key')
    return blocks.length === 1 && only === 'CERTIFICATE'
      ? 'tls: found a certificate rather than a key in the PEM for the private key'
      : `tls: failed to find PEM block with type ending in "PRIVATE KEY" ${skipped}`;
  return blocks.length === 1 && only.endsWith('PRIVATE KEY')
    ? `tls: failed to find certificate PEM data in certificate input, but did find a private key; ${SWITCHED}`
    : `tls: failed to find "CERTIFICATE" PEM block ${skipped}`;
}
