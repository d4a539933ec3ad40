import type { S3Client } from '@aws-sdk/client-s3';

/** How a service that speaks the protocol of S3 is reached. */
export interface S3Settings {
  /** Undefined: that of AWS in the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: the SDK looks for them where it always does (variables, profiles, the role of the machine). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** What is loaded of the SDK when it is needed: its packages take some 27 MiB of memory and a third of a second. */
interface Loaded {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly uploads: typeof import('@aws-sdk/lib-storage');
  readonly client: S3Client;
}

const CONNECT_MS = 5_000;
const SILENT_MS = 30_000;

/** The one client of a process. */
export class S3Access {
  #loaded: Promise<Loaded> | undefined;

  constructor(private readonly settings: S3Settings) {}

  get(): Promise<Loaded> {
    return (this.#loaded ??= this.#load());
  }

  async #load(): Promise<Loaded> {
    const [sdk, uploads] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
    const { endpoint, region, credentials } = this.settings;
    const client = new sdk.S3Client({
      region,
      // Other servers than that of AWS have no names for their buckets, and do not all know its newer checksums.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(credentials !== undefined && { credentials }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    });
    return { sdk, uploads, client };
  }
}
