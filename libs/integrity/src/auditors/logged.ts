import type { SealedRevision } from '#ledger';

/** A revision as its row says. */
export type LoggedRevision = SealedRevision;

/** A change as its row says. */
export class LoggedChange {
  #json: unknown;

  constructor(
    readonly row: {
      readonly position: bigint;
      readonly revision: bigint;
      readonly at: string;
      readonly op: string;
      readonly apiVersion: string;
      readonly kind: string;
      /** Empty for objects that live in no namespace. */
      readonly namespace: string;
      readonly name: string;
      readonly uid: string;
      readonly body: Uint8Array;
      readonly admission: Uint8Array | null;
      readonly clusterAt: string | null;
      readonly cause: string | null;
    },
  ) {}

  /** The body, read once; undefined when it is no JSON. */
  get json(): unknown {
    if (this.#json === undefined) this.#json = parsed(this.row.body);
    return this.#json === NO_JSON ? undefined : this.#json;
  }
}

const NO_JSON = Symbol('no JSON');

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return NO_JSON;
    throw error;
  }
}

/** The scheduler among those that make changes in a cluster that lives. */
export const SCHEDULER = 'default-scheduler';

/** What follows a real cluster, among those that make changes. */
export const MIRROR = 'mirror';

/** The controller that made a change, as its cause says. */
export function makerOf(cause: string | null): unknown {
  const said = parsed(Buffer.from(cause ?? '{}'));
  return typeof said === 'object' && said !== null ? (said as { readonly by?: unknown }).by : undefined;
}
