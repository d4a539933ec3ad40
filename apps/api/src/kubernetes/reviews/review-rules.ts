import type { ResourceAttributes } from '#cluster';
import { isJsonObject, ownField } from '#json';
import { FieldPath, invalid, required, type FieldProblem } from '#apimachinery';
import type { NamedKind } from '#kubernetes-schema';
import { RequestRefused } from '../../ground/outcome/index.js';

/** What a review asks: one of both. */
export interface Asked {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: { readonly verb?: string; readonly path?: string };
}

/** The spec of a review of access, of the caller's own or of a subject's. */
interface ReviewSpec extends Asked {
  readonly user?: string;
  readonly groups?: readonly string[];
}

/** Whose access is reviewed: the caller's own, or a subject's, of a namespace alone where one is named. */
type Reviewed = 'self' | { readonly namespace?: string };

/** Selectors of attributes: as a text, or as a list. */
interface SelectorAttributes {
  readonly rawSelector?: string;
  readonly requirements?: readonly unknown[];
}

const SPEC = FieldPath.root.child('spec');

/**
 * The attributes of a review. // as API server v1.34 ValidateSubjectAccessReview and those of its relatives
 * @throws RequestRefused for what it refuses
 */
export function askedIn(given: unknown, { apiVersion }: NamedKind, reviewed: Reviewed): Asked {
  const spec: ReviewSpec = isJsonObject(given) ? given : {};
  const problems = [
    ...attributeProblems(spec),
    ...(reviewed === 'self' ? [] : subjectProblems(spec)),
    ...selectorProblems(spec),
    ...(reviewed !== 'self' && reviewed.namespace !== undefined ? placeProblems(spec, reviewed.namespace) : []),
  ];
  // Upstream names the group of what is reviewed alone.
  const object = { apiVersion, kind: '', namespace: '', name: '' };
  if (problems.length > 0) throw RequestRefused.of({ kind: 'ObjectInvalid', object, problems });
  const { resourceAttributes, nonResourceAttributes } = spec;
  return resourceAttributes === undefined
    ? { nonResourceAttributes: nonResourceAttributes ?? {} }
    : { resourceAttributes };
}

function attributeProblems({ resourceAttributes: resource, nonResourceAttributes: path }: Asked): FieldProblem[] {
  if (isJsonObject(resource) !== isJsonObject(path)) return [];
  if (!isJsonObject(resource)) {
    const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    return [invalid(SPEC.child('resourceAttributes'), null, detail)];
  }
  const detail = 'cannot be specified in combination with resourceAttributes';
  return [invalid(SPEC.child('nonResourceAttributes'), internalPath(path), detail)];
}

function subjectProblems({ user = '', groups = [] }: ReviewSpec): FieldProblem[] {
  if (user !== '' || groups.length > 0) return [];
  return [invalid(SPEC.child('user'), user, 'at least one of user or group must be specified')];
}

function selectorProblems({ resourceAttributes = {} }: Asked): FieldProblem[] {
  const attributes = resourceAttributes as Readonly<Record<string, unknown>>;
  return ['fieldSelector', 'labelSelector'].flatMap((name) => {
    const selector = ownField(attributes, name);
    if (!isJsonObject(selector)) return [];
    const { rawSelector = '', requirements = [] } = selector as SelectorAttributes;
    const path = SPEC.child('resourceAttributes').child(name);
    if (rawSelector !== '' && requirements.length > 0)
      return [invalid(path.child('rawSelector'), rawSelector, 'may not specified at the same time as requirements')];
    if (rawSelector !== '' || requirements.length > 0) return [];
    const detail = `when ${path.toString()} is specified, requirements or rawSelector is required`;
    return [required(path.child('requirements'), detail)];
  });
}

function placeProblems({ resourceAttributes, nonResourceAttributes }: Asked, namespace: string): FieldProblem[] {
  const { namespace: asked = '' } = resourceAttributes ?? {};
  const at = SPEC.child('resourceAttributes').child('namespace');
  const path = SPEC.child('nonResourceAttributes');
  return [
    ...(resourceAttributes !== undefined && asked !== namespace
      ? [invalid(at, asked, 'must match metadata.namespace')]
      : []),
    ...(nonResourceAttributes === undefined
      ? []
      : [invalid(path, internalPath(nonResourceAttributes), 'disallowed on this kind of request')]),
  ];
}

/** As upstream prints it. // as authorization.NonResourceAttributes */
function internalPath({ path = '', verb = '' }: NonNullable<Asked['nonResourceAttributes']> = {}): object {
  return { Path: path, Verb: verb };
}
