import { ownField } from '#json';
import { aggregateText, describeProblem, type FieldProblem } from '#apimachinery';
import { findKind, formOf } from '#kubernetes';
import type { ObjectRef, StatusDetails, StatusWords } from './definition.js';
import { quoted } from './words.js';

/** Of one object. As apimachinery v1.34 api/errors. */
export function aboutResource(
  { apiVersion, kind, name }: ObjectRef,
  say: (resource: string, name: string) => string,
): StatusWords {
  const found = findKind(apiVersion, kind) ?? formOf({ apiVersion, kind })?.description;
  const plural = found?.plural ?? kind.toLowerCase();
  const group = found?.group ?? '';
  return {
    message: say(qualified(plural, group), quoted(name)),
    details: { name, ...(group === '' ? {} : { group }), kind: plural },
  };
}

/** A precondition, and the present value. */
interface Precondition {
  readonly object: ObjectRef;
  readonly given: string;
  readonly current: string;
}

/** Of a precondition of a write. As API server v1.34 storage Preconditions.Check, and the registry of namespaces. */
function failedPrecondition(what: string, { object, given, current }: Precondition): StatusWords {
  return aboutResource(
    object,
    (resource, name) =>
      `Operation cannot be fulfilled on ${resource} ${name}: Precondition failed: ` +
      `${what} in precondition: ${given}, ${what} in object meta: ${current}`,
  );
}

/** Where the API server keeps resources that are not kept under their own names, in etcd. */
const KEPT_AS: Readonly<Record<string, string>> = {
  endpoints: 'services/endpoints',
  ingresses: 'ingress',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  services: 'services/specs',
};

/** Of a write to another object of the name, or to another version. As API server v1.34 storage NewInvalidObjError. */
export function anotherObject(what: 'UID' | 'ResourceVersion', precondition: Precondition): StatusWords {
  const { object, given, current } = precondition;
  const { namespace, name } = object;
  return aboutResource(object, (resource, quotedName) => {
    const [plural = ''] = resource.split('.');
    const key = ['/registry', ownField(KEPT_AS, plural) ?? plural, namespace, name]
      .filter((part) => part !== '')
      .join('/');
    return (
      `Operation cannot be fulfilled on ${resource} ${quotedName}: StorageError: invalid object, Code: 4, ` +
      `Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ` +
      `${what} in precondition: ${given}, ${what} in object meta: ${current}`
    );
  });
}

/** Of a precondition of a deletion, which is about a kind and not about a resource. As rest.BeforeDelete v1.34. */
export function unmetPrecondition(what: 'UID' | 'ResourceVersion', precondition: Precondition): StatusWords {
  const { object, given, current } = precondition;
  const { apiVersion, kind, name } = object;
  if (kind === 'Namespace') return failedPrecondition(what, precondition);
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const happened = what === 'UID' ? 'deleted and then recreated' : 'modified';
  return {
    message:
      `Operation cannot be fulfilled on ${qualified(kind, group)} ${quoted(name)}: the ${what} in the precondition ` +
      `(${given}) does not match the ${what} in record (${current}). The object might have been ${happened}`,
    details: { name, ...(group === '' ? {} : { group }), kind },
  };
}

/** Of an object that breaks rules. As apimachinery v1.34 NewInvalid. */
export function invalidObject({ apiVersion, kind, name }: ObjectRef, problems: readonly FieldProblem[]): StatusWords {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const causes = causesOf(problems);
  return {
    message: `${qualified(kind, group)} ${quoted(name)} is invalid: ${aggregated(problems)}`,
    details: {
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group }),
      ...(kind === '' ? {} : { kind }),
      causes,
    },
  };
}

/** Of an object that is not decoded strictly. As apimachinery v1.34 NewStrictDecodingError, inside NewBadRequest. */
export function strictDecoding(object: ObjectRef, faults: readonly string[]): string {
  return unhandled(object, `strict decoding error: ${faults.join(', ')}`);
}

/** Of an object that is not decoded at all. As API server v1.34 transformDecodeError. */
export function undecodableObject(object: ObjectRef, sentence: string): StatusWords {
  return { message: unhandled(object, sentence), category: 'malformed' };
}

/** The same, where a patch made the object. As API server v1.34 applyPatchToObject. */
export function undecodablePatch(patched: string, sentence: string): StatusWords {
  const message = `Invalid value: ${quoted(patched)}: ${sentence}`;
  const nobody = { apiVersion: '', kind: '', namespace: '', name: '' };
  return invalidObject(nobody, [{ field: 'patch', reason: 'FieldValueInvalid', message }]);
}

/** Of a patch that does not apply: of most the API server does not say why. // as API server v1.34 patchResource */
export function failedPatch(message: string, answer?: string): StatusWords {
  if (answer === 'malformed' || answer === 'failed') return { message, category: answer };
  return { message: 'the server rejected our request due to an error in our request', details: {} };
}

function unhandled({ apiVersion, kind }: ObjectRef, why: string): string {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  return `${kind} in version ${quoted(version)} cannot be handled as a ${kind}: ${why}`;
}

/** Of a request that breaks rules. */
export function invalidRequest(problems: readonly FieldProblem[]): StatusWords {
  return { message: aggregated(problems), details: { causes: causesOf(problems) } };
}

function causesOf(problems: readonly FieldProblem[]): NonNullable<StatusDetails['causes']> {
  return problems.map(({ reason, message, field }) => ({ reason, message, field }));
}

/**
 * As field.ErrorList.ToAggregate prints it: brackets around several, but nothing in brackets where there is nothing.
 */
function aggregated(problems: readonly FieldProblem[]): string {
  return problems.length === 0 ? '[]' : aggregateText(problems.map(describeProblem));
}

function qualified(name: string, group: string): string {
  return group === '' ? name : `${name}.${group}`;
}
