import { isJsonObject, jsonPatch, lengthOfJson, LONGEST_OBJECT, mergePatch } from '#json';
import {
  dropUnknownFields,
  goText,
  strategicMerge,
  typeOfKind,
  undecodable,
  unrestorable,
  type PatchProblem,
  type UnknownField,
} from '#kubernetes';
import { ok, refuse, type Outcome, type Refusal } from '#requests';
import type { Manifest } from '#rows';
import { refOf } from '../admission/index.js';

/** A patch by its format: RFC 7396 merge patch, the operations of RFC 6902, or a strategic merge patch. */
export type Patch =
  | { readonly type: 'merge'; readonly patch: unknown }
  | { readonly type: 'json'; readonly operations: unknown }
  | { readonly type: 'strategic'; readonly patch: object };

/** What to say to unknown fields of a patched object; `written` is the patch as the API server prints it. */
export type OnUnknown = (unknown: readonly UnknownField[], written: string) => Refusal | undefined;

/** What a patch makes of an object. `written` is the patch as the API server prints it. */
type Applied = { readonly value: unknown; readonly written: string } | Refused;
type Refused = Omit<PatchProblem, 'answer'> & Partial<Pick<PatchProblem, 'answer'>>;

/** The patched object, without the fields that its kind does not have. */
export function patchedObject(current: Manifest, patch: Patch, onUnknown?: OnUnknown): Outcome<unknown> {
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
  const wrong = undecodable(value, current);
  if (wrong !== undefined) {
    const { problems, sentence } = wrong;
    const answer =
      patch.type === 'strategic'
        ? { undecodable: unrestorable(value, current) ?? sentence, patched: written }
        : { undecodable: sentence, patched: JSON.stringify(value) };
    return refuse({ kind: 'ObjectInvalid', object: refOf(current), problems, ...answer });
  }
  const refusal = onUnknown?.(dropUnknownFields(value, current), written);
  return refusal === undefined ? ok(value) : refuse(refusal);
}

function applied(current: Manifest, patch: Patch): Applied {
  switch (patch.type) {
    case 'merge':
      return { value: ofKind(mergePatch(current, patch.patch), current), written: JSON.stringify(patch.patch) };
    case 'json': {
      const result = jsonPatch(current, patch.operations, { lenient: true });
      if ('problem' in result) return result;
      return { value: ofKind(result.value, current), written: JSON.stringify(patch.operations) };
    }
    case 'strategic': {
      const merged = strategicMerge(current, patch.patch, typeOfKind(current));
      if ('problem' in merged) return merged;
      // Kind and version are those of the path, also where the patch changes them.
      const { apiVersion, kind } = current;
      return { value: { ...merged.value, apiVersion, kind }, written: goText(merged.rest) };
    }
  }
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
