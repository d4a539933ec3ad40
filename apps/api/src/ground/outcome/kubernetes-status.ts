import { definitionOf, type Refusal, type StatusDetails } from '#requests';
import type { ErrorDescription } from './describe-refusal.js';
import { CATEGORIES, ERROR_TABLE, type ErrorCode } from './error-table.js';
import { reportedRefusal } from './reported.js';

/** metav1.Status. */
export interface KubernetesStatus {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: Record<string, never>;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  /** Not there in the answer to a deletion. */
  readonly code?: number;
}

/** What the API server says no to before it knows of which resource: the details are there, and empty. */
const GENERIC: ReadonlySet<ErrorCode> = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']);

/** The API server shortens nothing, and prints the difference of two specifications as one problem. */
const LONGEST_PROBLEM = 16_000;

/** A refusal or a fault as an API server says it; what Kubernetes has no words for keeps those of all faces. */
export function kubernetesStatus(
  description: ErrorDescription,
  refusal?: Refusal,
  known: StatusDetails | undefined = GENERIC.has(description.code) ? {} : undefined,
): KubernetesStatus & { readonly code: number } {
  const words = refusal && definitionOf(refusal).kubernetes?.(reportedRefusal(refusal, LONGEST_PROBLEM));
  const { status: code, reason } = words?.category ? CATEGORIES[words.category] : ERROR_TABLE[description.code];
  const { message, details } = words ?? { message: description.detail, details: known };
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
