import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** A command that prints credentials. // client.authentication.k8s.io */
export interface ExecPlugin {
  readonly apiVersion?: string;
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
}

interface Given {
  readonly token?: string;
  readonly tokenFile?: string;
  /** `name:password` */
  readonly basic?: string;
  readonly certificate?: Certificate;
  readonly exec?: ExecPlugin;
  /** Of the kubeconfig: relative commands are found from there. */
  readonly folder?: string;
}

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** What a request carries to say who asks. */
export interface Presented {
  readonly authorization?: string;
  readonly certificate?: Certificate;
}

/** A file with a token is read again after this time: those of service accounts are renewed. */
const READ_AGAIN_MS = 60_000;

/** As whom an API server is asked. */
export class Credentials {
  #held: { readonly presented: Presented; readonly until: number } | undefined;

  constructor(private readonly given: Given) {}

  async present(): Promise<Presented> {
    if (this.#held === undefined || Date.now() >= this.#held.until) this.#held = await this.#read();
    return this.#held.presented;
  }

  /** They were not accepted: what may have been renewed is read again. False where nothing can have been. */
  forget(): boolean {
    const { tokenFile, exec } = this.given;
    this.#held = undefined;
    return tokenFile !== undefined || exec !== undefined;
  }

  async #read(): Promise<{ presented: Presented; until: number }> {
    const { token, tokenFile, basic, certificate, exec, folder = '.' } = this.given;
    if (exec !== undefined) return fromCommand(exec, folder);
    const presented = certificate === undefined ? {} : { certificate };
    if (tokenFile !== undefined) {
      const read = readFileSync(tokenFile, 'utf8').trim();
      return { presented: { ...presented, authorization: `Bearer ${read}` }, until: Date.now() + READ_AGAIN_MS };
    }
    const authorization =
      token === undefined ? basic && `Basic ${Buffer.from(basic).toString('base64')}` : `Bearer ${token}`;
    return { presented: { ...presented, ...(authorization && { authorization }) }, until: Infinity };
  }
}

interface ExecCredential {
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
    readonly expirationTimestamp?: string;
  };
}

async function fromCommand(
  { apiVersion = 'client.authentication.k8s.io/v1', command, args, env }: ExecPlugin,
  folder: string,
): Promise<{ presented: Presented; until: number }> {
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec: { interactive: false } });
  const own = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  const path = command.includes('/') ? resolve(folder, command) : command;
  const { stdout } = await promisify(execFile)(path, [...(args ?? [])], {
    env: { ...process.env, ...own, KUBERNETES_EXEC_INFO: info },
  });
  const { status = {} } = JSON.parse(stdout) as ExecCredential;
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = status;
  return {
    presented: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cert !== undefined && key !== undefined && { certificate: { cert, key } }),
    },
    until: expirationTimestamp === undefined ? Infinity : Date.parse(expirationTimestamp),
  };
}
