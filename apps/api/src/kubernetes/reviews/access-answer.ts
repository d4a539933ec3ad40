import { mayDo, mayRead, READ_PATHS, rulesIn } from '#cluster';
import { isJsonObject } from '#json';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import type { Asked } from './review-rules.js';

type Access = Parameters<typeof mayDo>[0];

/** authorization.k8s.io/v1 SubjectAccessReviewStatus. */
export interface AccessStatus {
  readonly allowed: boolean;
  readonly reason?: string;
}

/** Whether the roles of the caller let them do what is asked. */
export function accessStatus(access: Access, { resourceAttributes, nonResourceAttributes }: Asked): AccessStatus {
  const allowed =
    resourceAttributes === undefined ? mayRead(nonResourceAttributes ?? {}) : mayDo(access, resourceAttributes);
  return allowed ? { allowed, reason: 'the roles of the caller allow it' } : { allowed };
}

/** What a review of a subject is answered that is not the caller: roles of others are not reported. */
export function unknownSubject(user: string): AccessStatus & { readonly evaluationError: string } {
  const evaluationError = `only the caller is reviewed, and ${JSON.stringify(user)} is not the caller`;
  return { allowed: false, evaluationError };
}

/** What the caller may do in a namespace. @throws RequestRefused where none is named */
export function rulesStatus(access: Access, spec: unknown): object {
  const { namespace = '' } = (isJsonObject(spec) ? spec : {}) as { readonly namespace?: string };
  if (namespace === '') throw RequestRefused.with(ErrorCode.INVALID_REQUEST, 'no namespace on request');
  return {
    resourceRules: rulesIn(access, namespace),
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: READ_PATHS }],
    incomplete: false,
  };
}
