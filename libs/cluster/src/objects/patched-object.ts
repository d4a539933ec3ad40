import { isJsonObject, jsonPatch, lengthOfJson, LONGEST_OBJECT, mergePatch } from '#json';
import {
  dropUnknownFields,
  foreignKind,
  goText,
  strategicMerge,
  typeOfKind,
  undecodable,
  unrestorable,
  type PatchProblem,
  type UnknownField,
} from '#kubernetes-schema';
import { withDistinctOwners } from '#kubernetes';
import { ok, refuse, type Outcome, type Refusal } from '#requests';
import type { Manifest } from '#rows';
import { refOf } from '#writes';

/** A patch by its format: RFC 7396 merge patch, the operations of RFC 6902, or a strategic merge patch. */
export type Patch =
  | { readonly type: 'merge'; readonly patch: unknown }
  | { readonly type: 'json'; readonly operations: unknown }
  | { readonly type: 'strategic'; readonly patch: object }
  /** A body that is no patch, which is refused where there is an object to patch. */
  | { readonly type: 'unread'; readonly problem: string };

/** What is odd about a patched object. */
export interface OddPatch {
  readonly unknown: readonly UnknownField[];
  /** The uids of owners that it had more than once. */
  readonly duplicateOwners: readonly string[];
  /** The patch as the API server prints it. */
  readonly written: string;
}

/** What to say to that; a refusal where it is to be none. */
export type OnOddPatch = (found: OddPatch) => Refusal | undefined;

/** What a patch makes of an object. `written` is the patch as the API server prints it. */
type Applied = { readonly value: unknown; readonly written: string } | Refused;
type Refused = Omit<PatchProblem, 'answer'> & Partial<Pick<PatchProblem, 'answer'>>;

/** The patched object, without the fields that its kind does not have. */
export function patchedObject(current: Manifest, patch: Patch, onOdd?: OnOddPatch): Outcome<unknown> {
  const result = bounded(applied(current, patch));
  if ('problem' in result) {
    const { problem: message, answer } = result;
    return refuse({
      kind: 'PatchFailed',
      object: refOf(current),
      message,
      ...(answer === undefined ? {} : { answer }),
    });
  }
  const { value, written } = result;
  if (patch.type !== 'strategic' && isJsonObject(value) && (value['apiVersion'] ?? '') === '')
    return versionless(value, current, (unknown) => onOdd?.({ unknown, duplicateOwners: [], written }));
  const foreign = isJsonObject(value) ? foreignOf(value, current) : undefined;
  if (foreign !== undefined) {
    const field = isJsonObject(value) && value['kind'] === current.kind ? 'apiVersion' : 'kind';
    const problems = [{ field, reason: 'FieldValueInvalid' as const, message: `Invalid value: ${foreign}` }];
    const answer = { undecodable: foreign, patched: written };
    return refuse({ kind: 'ObjectInvalid', object: refOf(current), problems, ...answer });
  }
  const wrong = undecodable(value, current);
  if (wrong !== undefined) {
    const { problems, sentence } = wrong;
    const answer =
      patch.type === 'strategic'
        ? { undecodable: unrestorable(value, current) ?? sentence, patched: written }
        : { undecodable: sentence, patched: written };
    return refuse({ kind: 'ObjectInvalid', object: refOf(current), problems, ...answer });
  }
  const unknown = dropUnknownFields(value, current);
  const { patched, duplicates: duplicateOwners } = withOwnersOnce(value);
  const refusal = onOdd?.({ unknown, duplicateOwners, written });
  return refusal === undefined ? ok(patched) : refuse(refusal);
}

/** Without a version the API server knows no field of an object but its kind, and so no name. */
function versionless(
  value: Readonly<Record<string, unknown>>,
  current: Manifest,
  warn: (unknown: readonly UnknownField[]) => Refusal | undefined,
): Outcome<never> {
  const unknown = Object.keys(value).filter((key) => key !== 'apiVersion' && key !== 'kind');
  const refusal = warn(unknown.map((path) => ({ path, hint: '' })));
  const { name } = current.metadata;
  const message = `the name of the object (${name} based on URL) was undeterminable: name must be provided`;
  return refuse(refusal ?? { kind: 'PatchFailed', object: refOf(current), message, answer: 'malformed' });
}

function withOwnersOnce(value: unknown): { readonly patched: unknown; readonly duplicates: readonly string[] } {
  const given = isJsonObject(value) ? value['metadata'] : undefined;
  if (!isJsonObject(value) || !isJsonObject(given)) return { patched: value, duplicates: [] };
  const { metadata, duplicates } = withDistinctOwners(given);
  return { patched: duplicates.length === 0 ? value : { ...value, metadata }, duplicates };
}

function applied(current: Manifest, patch: Patch): Applied {
  switch (patch.type) {
    case 'unread':
      return { problem: patch.problem, answer: 'malformed' };
    case 'merge':
      return patchedText(mergePatch(current, patch.patch), current);
    case 'json': {
      const result = jsonPatch(current, patch.operations, { lenient: true });
      return 'problem' in result ? result : patchedText(result.value, current);
    }
    case 'strategic': {
      const merged = strategicMerge(current, patch.patch, typeOfKind(current));
      if ('problem' in merged) return merged;
      // Kind and version are those of the path, also where the patch changes them.
      return { value: { ...merged.value, ...ownKind(merged.value, current) }, written: goText(merged.rest) };
    }
  }
}

/** Where a text stands, it is the one of the path; another value is left to be refused. */
function ownKind(value: Readonly<Record<string, unknown>>, { apiVersion, kind }: Manifest): object {
  const isText = (given: unknown): boolean => typeof (given ?? '') === 'string';
  return { ...(isText(value['apiVersion']) && { apiVersion }), ...(isText(value['kind']) && { kind }) };
}

/** The API server decodes the whole object again from JSON, and prints that where it cannot. */
function patchedText(value: unknown, current: Manifest): Applied {
  return { value: ofKind(value, current), written: JSON.stringify(value) };
}

/** Why the patched object is not of its kind any more. */
function foreignOf(value: Readonly<Record<string, unknown>>, current: Manifest): string | undefined {
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || apiVersion === '') return undefined;
  return foreignKind(value, { apiVersion, kind }, current);
}

/** A patch may take away the kind, which is that of the path then. */
function ofKind(value: unknown, { kind }: Manifest): unknown {
  return isJsonObject(value) && (value['kind'] ?? '') === '' ? { ...value, kind } : value;
}

/** However small the patches are, an object does not outgrow what may be imported. */
function bounded(result: Applied): Applied {
  if ('problem' in result || lengthOfJson(result.value) <= LONGEST_OBJECT) return result;
  return { problem: `the object would be longer than ${LONGEST_OBJECT} characters, or nest too deep` };
}
