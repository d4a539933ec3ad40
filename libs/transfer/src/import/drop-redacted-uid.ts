import { isJsonObject } from '#json';
import type { FieldWarning } from '#kubernetes-schema';

const UID = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Takes a uid out of an object that identifies nothing, as in a dump whose uids are blanked, in place: the object gets
 * one of its own. Empty where there is nothing to say.
 */
export function dropRedactedUid({ metadata }: Record<string, unknown>): FieldWarning[] {
  if (!isJsonObject(metadata)) return [];
  const { uid } = metadata;
  if (typeof uid !== 'string' || uid === '' || UID.test(uid)) return [];
  delete metadata['uid'];
  return [{ field: 'metadata.uid', message: `${JSON.stringify(uid)} is no uid: the object gets another one` }];
}
