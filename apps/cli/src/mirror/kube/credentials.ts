import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../exit.js';

/** A command that prints credentials. // client.authentication.k8s.io */
export interface ExecPlugin {
  readonly apiVersion?: string;
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  /** How it is installed, where it is missing. */
  readonly installHint?: string;
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

interface Held {
  readonly presented: Presented;
  readonly until: number;
}

/** A file with a token is read again after this time: those of service accounts are renewed. */
const READ_AGAIN_MS = 60_000;

/** As whom an API server is asked. */
export class Credentials {
  #held: Held | undefined;
  #reading: Promise<Held> | undefined;

  constructor(private readonly given: Given) {}

  /** @throws UsageError where they cannot be read */
  async present(): Promise<Presented> {
    if (this.#held !== undefined && Date.now() < this.#held.until) return this.#held.presented;
    // Each kind asks, often at once: a command runs for all of them together.
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    this.#held = await this.#reading;
    return this.#held.presented;
  }

  /** These were not accepted: what may have been renewed is read again. False where nothing can have been. */
  forget(refused: Presented): boolean {
    const { tokenFile, exec } = this.given;
    // Others may have been refused the same ones, and read them again meanwhile.
    if (this.#held?.presented === refused) this.#held = undefined;
    return tokenFile !== undefined || exec !== undefined;
  }

  async #read(): Promise<Held> {
    const { token, tokenFile, basic, certificate, exec, folder = '.' } = this.given;
    if (exec !== undefined) return fromCommand(exec, folder);
    const presented = certificate === undefined ? {} : { certificate };
    if (tokenFile !== undefined) {
      const read = readToken(tokenFile);
      return { presented: { ...presented, authorization: `Bearer ${read}` }, until: Date.now() + READ_AGAIN_MS };
    }
    const authorization =
      token === undefined ? basic && `Basic ${Buffer.from(basic).toString('base64')}` : `Bearer ${token}`;
    return { presented: { ...presented, ...(authorization && { authorization }) }, until: Infinity };
  }
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`the token file ${file} cannot be read (${code ?? String(error)})`);
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
  { apiVersion = 'client.authentication.k8s.io/v1', command, args, env, installHint = '' }: ExecPlugin,
  folder: string,
): Promise<Held> {
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec: { interactive: false } });
  const own = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  const path = command.includes('/') ? resolve(folder, command) : command;
  const running = promisify(execFile)(path, [...(args ?? [])], {
    env: { ...process.env, ...own, KUBERNETES_EXEC_INFO: info },
  });
  // One that asks for a password gets none, and does not wait for it.
  running.child.stdin?.end();
  const { stdout } = await running.catch((error: unknown) => {
    const { code, stderr = '' } = error as { readonly code?: string | number; readonly stderr?: string };
    const words = stderr.trim().split('\n').at(-1) ?? '';
    const why = code === 'ENOENT' ? `is not there${installHint && `: ${installHint.trim()}`}` : `failed: ${words}`;
    throw new UsageError(`the command ${command}, by which the kubeconfig authenticates, ${why}`);
  });
  const credential = readCredential(stdout, command);
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = credential;
  return {
    presented: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cert !== undefined && key !== undefined && { certificate: { cert, key } }),
    },
    until: expirationTimestamp === undefined ? Infinity : Date.parse(expirationTimestamp),
  };
}

function readCredential(stdout: string, command: string): NonNullable<ExecCredential['status']> {
  const status = statusOf(stdout);
  if (status?.token !== undefined || status?.clientCertificateData !== undefined) return status;
  throw new UsageError(`the command ${command}, by which the kubeconfig authenticates, prints no ExecCredential`);
}

function statusOf(stdout: string): ExecCredential['status'] {
  try {
    return (JSON.parse(stdout) as ExecCredential | null)?.status ?? undefined;
  } catch {
    return undefined;
  }
}
