import { findKind, type KindDescription } from '#kubernetes';

/** The description of a kind that is always kept. */
export function kindOf(apiVersion: string, kind: string): KindDescription {
  const found = findKind(apiVersion, kind);
  if (found === undefined) throw new Error(`the kind ${kind} is not registered`);
  return found;
}
