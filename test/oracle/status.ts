import { inByteOrder, type Rejection, type Verdict } from './model.js';

/**
 * A status as scenarios' answers hold it. Reasons are in the order in which they were given
 * until they are written down.
 */
export interface Status {
  readonly plugin?: string;
  readonly code: string;
  readonly reasons: readonly string[];
}

export function statusOf(plugin: string, { code, reasons }: Rejection): Status {
  return { plugin, code, reasons };
}

/** Reasons sorted, empty ones left out. */
export function writtenDown({ plugin, code, reasons }: Status): object {
  return {
    ...(plugin !== undefined && { plugin }),
    code,
    ...(reasons.length > 0 && { reasons: inByteOrder(reasons) }),
  };
}

/** An error, not a refusal: the attempt ends. */
export class AttemptError extends Error {}

export function isRefusal(verdict: Verdict): boolean {
  return verdict !== null && verdict.code !== 'Error';
}
