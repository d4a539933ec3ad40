import { shownValue, type FieldProblem } from '#apimachinery';

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** What is wrong with the name of a cluster, a team or a namespace; empty for a DNS label. */
export function resourceNameProblems(name: string): FieldProblem[] {
  if (DNS_LABEL.test(name)) return [];
  const message =
    `Invalid value: ${shownValue(name)}: a lowercase RFC 1123 label must consist of lower case alphanumeric ` +
    "characters or '-', and must start and end with an alphanumeric character (at most 63 characters)";
  return [{ field: 'name', reason: 'FieldValueInvalid', message }];
}
