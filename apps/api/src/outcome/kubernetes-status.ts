import type { ObjectRef, Refusal } from '#cluster';
import { describeProblem, findKind, type FieldProblem } from '#kubernetes';
import type { ErrorDescription } from './describe-refusal.js';
import { ERROR_TABLE } from './error-table.js';

/** metav1.Status. */
export interface KubernetesStatus {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: Record<string, never>;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code: number;
}

interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The plural of the resource; for what is not valid, the kind. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly { readonly reason: string; readonly message: string; readonly field: string }[];
}

/** A refusal or a fault as an API server says it, in the words of apimachinery v1.34 (api/errors). */
export function kubernetesStatus(description: ErrorDescription, refusal?: Refusal): KubernetesStatus {
  const { status: code, reason } = ERROR_TABLE[description.code];
  const { message, details } =
    refusal === undefined ? { message: description.detail, details: undefined } : wordsOf(refusal, description);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}

interface Words {
  readonly message: string;
  readonly details?: StatusDetails;
}

/** Refusals that Kubernetes has words for; the others keep the words of all faces. */
function wordsOf(refusal: Refusal, description: ErrorDescription): Words {
  switch (refusal.kind) {
    case 'ClusterNotFound':
      return {
        message: `clusters ${quoted(refusal.cluster)} not found`,
        details: { name: refusal.cluster, kind: 'clusters' },
      };
    case 'ObjectNotFound':
      return aboutResource(refusal.object, (resource, name) => `${resource} ${name} not found`);
    case 'ObjectAlreadyExists':
      return aboutResource(refusal.object, (resource, name) => `${resource} ${name} already exists`);
    case 'ObjectInvalid':
      return invalid(refusal.object, refusal.problems);
    case 'ResourceVersionConflict':
      return aboutResource(
        refusal.object,
        (resource, name) =>
          `Operation cannot be fulfilled on ${resource} ${name}: the object has been modified; please apply your changes to the latest version and try again`,
      );
    case 'UidConflict':
      return aboutResource(
        refusal.object,
        (resource, name) =>
          `Operation cannot be fulfilled on ${resource} ${name}: Precondition failed: UID in precondition: ${refusal.given}, UID in object meta: ${refusal.current}`,
      );
    case 'PodAlreadyBound': {
      const { name } = refusal.object;
      return {
        message: `Operation cannot be fulfilled on pods/binding ${quoted(name)}: pod ${name} is already assigned to node ${quoted(refusal.node)}`,
        details: { name, kind: 'pods/binding' },
      };
    }
    case 'InvalidRequest':
      return { message: listed(refusal.problems), details: { causes: causesOf(refusal.problems) } };
    default:
      return { message: description.detail };
  }
}

function aboutResource({ apiVersion, kind, name }: ObjectRef, say: (resource: string, name: string) => string): Words {
  const found = findKind(apiVersion, kind);
  const plural = found?.plural ?? kind.toLowerCase();
  const group = found?.group ?? '';
  return {
    message: say(qualified(plural, group), quoted(name)),
    details: { name, ...(group === '' ? {} : { group }), kind: plural },
  };
}

function invalid({ apiVersion, kind, name }: ObjectRef, problems: readonly FieldProblem[]): Words {
  const group = findKind(apiVersion, kind)?.group ?? '';
  return {
    message: `${qualified(kind, group)} ${quoted(name)} is invalid: ${listed(problems)}`,
    details: { name, ...(group === '' ? {} : { group }), kind, causes: causesOf(problems) },
  };
}

function causesOf(problems: readonly FieldProblem[]): NonNullable<StatusDetails['causes']> {
  return problems.map(({ reason, message, field }) => ({ reason, message, field }));
}

/** As field.ErrorList.ToAggregate prints it: brackets around several. */
function listed(problems: readonly FieldProblem[]): string {
  const texts = [...new Set(problems.map(describeProblem))];
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}

function qualified(name: string, group: string): string {
  return group === '' ? name : `${name}.${group}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
