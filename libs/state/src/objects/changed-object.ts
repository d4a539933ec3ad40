import type { LoggedChange } from '../log/index.js';
import { PastObject } from './past-object.js';

/** An object after its next change; undefined once it is gone. @throws when the change does not follow */
export function changedObject(
  known: PastObject | undefined,
  [at, op, kind, namespace, name, uid, text]: LoggedChange,
): PastObject | undefined {
  const position = BigInt(at);
  const identity = { kind, namespace, name, uid };
  switch (op) {
    case 'create':
      return new PastObject(
        identity,
        { resourceVersion: position, createdPosition: position },
        { text: textOf(text, at), patches: [] },
      );
    case 'update':
      return presentOf(known, at).replaced(identity, textOf(text, at), position);
    case 'bind':
      return presentOf(known, at).patched(textOf(text, at), position);
    case 'evict':
    case 'delete':
      presentOf(known, at);
      return undefined;
    default:
      throw new Error(`the change at position ${at} is a ${op}, which is not known`);
  }
}

function presentOf(object: PastObject | undefined, position: string): PastObject {
  if (object === undefined) throw new Error(`the change at position ${position} is about an object that is not there`);
  return object;
}

function textOf(text: string | null, position: string): string {
  if (text === null) throw new Error(`the change at position ${position} has no body`);
  return text;
}
