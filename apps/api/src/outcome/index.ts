export { ERROR_TABLE, ErrorCode } from './error-table.js';
export type { ErrorKind } from './door-errors.js';
export { describeRefusal, type ErrorDescription, type ErrorEntry } from './describe-refusal.js';
export { fieldOf, fieldPointer, fieldSteps } from './field-pointer.js';
export { problemDetails, PROBLEM_JSON, type ProblemDetails } from './problem-details.js';
export { kubernetesStatus, type KubernetesStatus } from './kubernetes-status.js';
export { accepted, RequestRefused } from './request-refused.js';
export { ErrorFilter, type ErrorFilterOptions } from './error-filter.js';
