import { z } from 'zod';

/** Where HTTPS is served, and with which certificate. */
export interface TlsConfig {
  readonly port: number;
  /** Files of the operator; undefined: a certificate is made, its authority is in the data folder. */
  readonly given: { readonly certFile: string; readonly keyFile: string; readonly caFile?: string } | undefined;
  /** Names and addresses of a certificate that is made, beside those of this machine. */
  readonly names: readonly string[];
}

const file = z.string().min(1, 'must not be empty').optional();

/** A port number; 0: any free one. */
export const port = z
  .string()
  .regex(/^[0-9]{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65535, 'must be a port number from 0 to 65535');

/** The settings of it, with what each means. */
export const tlsSettings = {
  HTTPS_PORT: port.optional().describe('the port to serve HTTPS on, beside PORT; default: no HTTPS'),
  BERTH_TLS_CERT_FILE: file.describe(
    'the certificate of HTTPS and its chain (PEM); default: one that tls/ca.pem of the data folder signs',
  ),
  BERTH_TLS_KEY_FILE: file.describe('the private key of BERTH_TLS_CERT_FILE (PEM)'),
  BERTH_TLS_CA_FILE: file.describe('the certificate authority for clients to trust (PEM); default: a public one'),
  BERTH_TLS_NAMES: z
    .string()
    .regex(/^[^\s,/]*(\s*,\s*[^\s,/]+)*$/, 'must be host names or IP addresses, comma-separated')
    .default('')
    .describe('names and addresses in the certificate that is made, beside those of this machine, comma-separated'),
};

type TlsSettings = z.infer<z.ZodObject<typeof tlsSettings>>;

/** What is wrong with them together. */
export function tlsProblems(settings: TlsSettings, http: number): string[] {
  const { HTTPS_PORT: https, BERTH_TLS_CERT_FILE: cert, BERTH_TLS_KEY_FILE: key } = settings;
  return [
    ...(https !== undefined && https !== 0 && https === http ? [`HTTPS_PORT=${https}: must differ from PORT`] : []),
    ...(https === undefined && cert !== undefined ? ['BERTH_TLS_CERT_FILE: must not be set without HTTPS_PORT'] : []),
    ...((cert === undefined) === (key === undefined)
      ? []
      : ['BERTH_TLS_KEY_FILE: must be set if, and only if, BERTH_TLS_CERT_FILE is set']),
    ...(settings.BERTH_TLS_CA_FILE !== undefined && cert === undefined
      ? ['BERTH_TLS_CA_FILE: must not be set without BERTH_TLS_CERT_FILE']
      : []),
  ];
}

export function tlsOf(settings: TlsSettings): TlsConfig | undefined {
  const { HTTPS_PORT, BERTH_TLS_CERT_FILE: certFile, BERTH_TLS_KEY_FILE: keyFile } = settings;
  if (HTTPS_PORT === undefined) return undefined;
  const { BERTH_TLS_CA_FILE: caFile, BERTH_TLS_NAMES: names } = settings;
  return {
    port: HTTPS_PORT,
    given:
      certFile === undefined || keyFile === undefined
        ? undefined
        : { certFile, keyFile, ...(caFile !== undefined && { caFile }) },
    names: names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}
