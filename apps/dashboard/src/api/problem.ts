import { AnswerCutOff, ServiceError, ServiceUnreachable } from '#client';

/** Something that did not go as it was asked, as it is shown to a reader. */
export interface ShownProblem {
  /**
   * refused: the service can say what would have to be different; archived: what was asked for lies in files; expired:
   * it is nowhere any more; forbidden: it is for others, or takes a key;
   * unreachable: no service answers; failed: a fault, on either side.
   */
  readonly kind: 'refused' | 'archived' | 'expired' | 'forbidden' | 'unreachable' | 'failed';
  readonly title: string;
  readonly detail: string;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fields: readonly FieldProblem[];
}

/** What is wrong with one field of what was asked. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export function problemOf(error: unknown): ShownProblem {
  if (error instanceof ServiceUnreachable || error instanceof AnswerCutOff)
    return { kind: 'unreachable', title: 'The service does not answer', detail: error.message, fields: [] };
  if (!(error instanceof ServiceError))
    return { kind: 'failed', title: 'The page failed', detail: String(error), fields: [] };
  const { code, detail, requestId, status } = error;
  return { ...kindOf(status, code), detail, code, requestId, fields: fieldsIn(error.answer) };
}

function kindOf(status: number, code: string | undefined): Pick<ShownProblem, 'kind' | 'title'> {
  if (code === 'ARCHIVED') return { kind: 'archived', title: 'This part of the history is archived' };
  if (code === 'HISTORY_EXPIRED') return { kind: 'expired', title: 'History does not reach back to then' };
  if (status === 401) return { kind: 'forbidden', title: 'The service requires a key' };
  if (status === 403 || code === 'FORBIDDEN') return { kind: 'forbidden', title: 'Your key does not permit this' };
  if (status >= 500) return { kind: 'failed', title: 'The service failed' };
  return { kind: 'refused', title: 'The service refused this' };
}

interface Answered {
  readonly errors?: readonly (Faulty & { readonly extensions?: { readonly errors?: readonly Faulty[] } })[];
}

interface Faulty {
  readonly pointer?: string;
  readonly field?: string;
  readonly detail?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Of problem details, or of an error of GraphQL, each with the object and the field that it is about. */
function fieldsIn(answer: unknown): FieldProblem[] {
  const { errors } = (answer ?? {}) as Answered;
  if (!Array.isArray(errors)) return [];
  return (errors as NonNullable<Answered['errors']>)
    .flatMap((error): readonly Faulty[] => error.extensions?.errors ?? [error])
    .filter(({ detail }) => detail !== undefined)
    .map(({ pointer = '', field, detail = '', kind, namespace, name }) => {
      const object = kind === undefined ? '' : `${kind} ${[namespace, name].filter(Boolean).join('/')} `;
      return { field: `${object}${field ?? pointer}`, message: detail };
    });
}
