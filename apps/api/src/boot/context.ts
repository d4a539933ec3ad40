import { randomBytes } from 'node:crypto';
import type { OutageReason } from '#database';
import type { SigningKey } from '#history';
import type { LoadedPlugin } from '#plugin-host';
import type { Logger } from 'pino';
import type { Config } from './config.js';

/** What a context is made of: it has a key of its own for Secrets where none is given, which ends with it. */
export type GivenContext = Omit<ServiceContext, 'secretsKey'> & Partial<Pick<ServiceContext, 'secretsKey'>>;

/** All that the providers of the application are made from. */
export class ServiceContext {
  readonly config: Config;
  readonly logger: Logger;
  /** Where the database is. */
  readonly databaseUrl: string;
  /** Why an embedded server is away, where its log says more than a connection. */
  readonly databaseOutage?: () => OutageReason | undefined;
  /** What checkpoints are signed with, and the folder that they are stored in beside the database, if there is one. */
  readonly signing: { readonly key: SigningKey; readonly notesFolder?: string };
  /** What the values of Secrets are encrypted with. */
  readonly secretsKey: Uint8Array;
  /** The operator's own. */
  readonly plugins: readonly LoadedPlugin[];

  constructor(given: GivenContext) {
    const { config, logger, databaseUrl, signing, secretsKey = randomBytes(32), plugins } = given;
    if (given.databaseOutage !== undefined) this.databaseOutage = given.databaseOutage;
    this.config = config;
    this.logger = logger;
    this.databaseUrl = databaseUrl;
    this.signing = signing;
    this.secretsKey = secretsKey;
    this.plugins = plugins;
  }
}
