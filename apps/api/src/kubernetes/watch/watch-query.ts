import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { shownValue, type FieldProblem } from '#apimachinery';
import { isSet, valueOf, versionProblem, wholeNumber, type Query } from '../query-values.js';
import type { ResourcePath } from '../resource-path.js';

/** A watch as its query describes it. */
export interface WatchQuery {
  /** The changes after this position; those from now on where nothing is said. */
  readonly after?: bigint;
  readonly initialEvents: boolean;
  readonly endOfInitialEvents: boolean;
  readonly bookmarks: boolean;
  /** After so many seconds the watch ends. */
  readonly timeoutSeconds?: number;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** How much of an object a table carries. */
  readonly includeObject?: string | undefined;
}

/** Whether a list is to be watched; of one object the API server ignores `watch`. */
export function isWatch({ name, isWatched }: Pick<ResourcePath, 'name' | 'isWatched'>, query: unknown): boolean {
  return isWatched || (name === undefined && asksForWatch(query));
}

/** The same as far as a request says it before its path is read. */
export function mayBeWatch({ query, params }: { readonly query: Query; readonly params: Query }): boolean {
  return asksForWatch(query) || String(params['*']).startsWith('watch/');
}

function asksForWatch(query: unknown): boolean {
  return isSet(valueOf(query as Query, 'watch'));
}

/**
 * What a query says of a watch, by the rules of the API server.
 * // as apimachinery v1.34 ValidateListOptions, and its conversion of query parameters
 * @throws RequestRefused for what the API server refuses
 */
export function readWatchQuery(query: unknown): WatchQuery {
  const value = (name: string): string | undefined => valueOf(query as Query, name);
  const timeout = wholeNumber(value('timeoutSeconds'));
  wholeNumber(value('limit'));
  checkCombination(value);
  const resourceVersion = value('resourceVersion') ?? '';
  const after = positionOf(resourceVersion);
  const asked = value('sendInitialEvents');
  const isFromAny = resourceVersion === '' || resourceVersion === '0';
  const initialEvents = asked === undefined ? isFromAny : isSet(asked);
  const bookmarks = isSet(value('allowWatchBookmarks'));
  return {
    initialEvents,
    endOfInitialEvents: bookmarks && asked !== undefined && initialEvents,
    bookmarks,
    ...(isFromAny ? {} : { after }),
    ...(timeout > 0 && { timeoutSeconds: timeout }),
    labelSelector: value('labelSelector') ?? '',
    fieldSelector: value('fieldSelector') ?? '',
    includeObject: value('includeObject'),
  };
}

function positionOf(resourceVersion: string): bigint {
  const problem = versionProblem(resourceVersion);
  if (problem === undefined) return BigInt(resourceVersion);
  throw RequestRefused.with(ErrorCode.VERSION_UNREADABLE, `resourceVersion: ${problem}`);
}

function checkCombination(value: (name: string) => string | undefined): void {
  const match = value('resourceVersionMatch') ?? '';
  const hasInitial = value('sendInitialEvents') !== undefined;
  const problems: FieldProblem[] = [];
  const forbidden = (detail: string): void => {
    const message = `Forbidden: ${detail}`;
    problems.push({ field: 'resourceVersionMatch', reason: 'FieldValueForbidden', message });
  };
  if (hasInitial && match !== 'NotOlderThan')
    forbidden('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  if (!hasInitial && match !== '')
    forbidden('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided');
  if (match !== '' && match !== 'NotOlderThan') {
    const message = `Unsupported value: ${shownValue(match)}: supported values: "NotOlderThan"`;
    problems.push({ field: 'resourceVersionMatch', reason: 'FieldValueNotSupported', message });
  }
  if ((value('continue') ?? '') !== '') forbidden('resourceVersionMatch is forbidden when continue is provided');
  if (problems.length > 0) throw RequestRefused.of({ kind: 'ObjectInvalid', object: LIST_OPTIONS, problems });
}

const LIST_OPTIONS = { apiVersion: 'meta.k8s.io/v1', kind: 'ListOptions', namespace: '', name: '' };
