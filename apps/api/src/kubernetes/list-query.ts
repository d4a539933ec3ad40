import { shownValue, type FieldProblem } from '#apimachinery';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { checkTimeout, valueOf, versionProblem, wholeNumber, type Query } from './query-values.js';

/** A list as its query describes it. */
export interface ListQuery {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Objects on a page; undefined: all of them. */
  readonly limit: number | undefined;
  /** Token of the page; empty on the first. */
  readonly token: string;
  /** The moment that the list is of: Berth's `at`, or the position of an exact resourceVersion. */
  readonly at: string | undefined;
  /** The position of an exact resourceVersion, which is its moment. */
  readonly exact: string | undefined;
  /** A position that the list must not be older than. */
  readonly notOlderThan: string | undefined;
}

/**
 * What a query says of a list, by the rules of the API server: parameters that it does not know are ignored.
 * // as apimachinery v1.34 ValidateListOptions, and its conversion of query parameters
 * @throws RequestRefused for what the API server refuses
 */
export function readListQuery(query: Query): ListQuery {
  const value = (name: string): string => valueOf(query, name) ?? '';
  checkTimeout(query);
  const limit = wholeNumber(value('limit'));
  wholeNumber(value('timeoutSeconds'));
  const [resourceVersion, match, token, at] = ['resourceVersion', 'resourceVersionMatch', 'continue', 'at'].map(value);
  checkCombination({ resourceVersion, match, token, at, initial: valueOf(query, 'sendInitialEvents') });
  checkVersion(resourceVersion, token);
  const isExact = match === 'Exact';
  const isBound = resourceVersion !== '' && resourceVersion !== '0';
  return {
    labelSelector: value('labelSelector'),
    fieldSelector: value('fieldSelector'),
    limit: limit > 0 ? limit : undefined,
    token: token ?? '',
    at: isExact ? resourceVersion : at || undefined,
    exact: isExact ? resourceVersion : undefined,
    notOlderThan: isBound && !isExact ? resourceVersion : undefined,
  };
}

interface Combination {
  readonly resourceVersion?: string | undefined;
  readonly match?: string | undefined;
  readonly token?: string | undefined;
  readonly at?: string | undefined;
  readonly initial?: string | undefined;
}

function checkCombination({ resourceVersion = '', match = '', token = '', at = '', initial }: Combination): void {
  const problems: FieldProblem[] = [];
  const forbidden = (field: string, detail: string): void => {
    problems.push({ field, reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` });
  };
  if (match !== '') {
    if (resourceVersion === '')
      forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided');
    if (token !== '') forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided');
    if (match !== 'Exact' && match !== 'NotOlderThan')
      problems.push({
        field: 'resourceVersionMatch',
        reason: 'FieldValueNotSupported',
        message: `Unsupported value: ${shownValue(match)}: supported values: "Exact", "NotOlderThan", ""`,
      });
    if (match === 'Exact' && resourceVersion === '0')
      forbidden('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
    if (match === 'Exact' && at !== '') forbidden('at', 'resourceVersion selects the moment already');
  }
  if (initial !== undefined) forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list');
  if (problems.length === 0) return;
  const object = { apiVersion: 'meta.k8s.io/v1', kind: 'ListOptions', namespace: '', name: '' };
  throw RequestRefused.of({ kind: 'ObjectInvalid', object, problems });
}

function checkVersion(resourceVersion = '', token = ''): void {
  const problem = versionProblem(resourceVersion);
  if (problem !== undefined)
    throw RequestRefused.with(ErrorCode.INVALID_REQUEST, `invalid resource version: resourceVersion: ${problem}`);
  if (token !== '' && resourceVersion !== '' && resourceVersion !== '0')
    throw RequestRefused.with(
      ErrorCode.INVALID_REQUEST,
      'specifying resource version is not allowed when using continue',
    );
}
