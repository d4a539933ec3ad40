import { part, suffixOf } from '../workloads/index.js';
import type { ImportedObject } from './step.js';

/** An object with the beginning of a name alone gets the rest, as the API server draws it on creation. */
export function namedObject({ index, object }: ImportedObject): ImportedObject['object'] {
  const metadata = part(object, 'metadata');
  const { name, generateName } = metadata;
  if (name || typeof generateName !== 'string' || generateName === '') return object;
  const kind = String(object['kind']);
  return {
    ...object,
    metadata: { ...metadata, name: `${generateName}${suffixOf(`${kind} ${index} ${generateName}`)}` },
  };
}
