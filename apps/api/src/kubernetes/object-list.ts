import type { ObjectList } from '#cluster';
import type { Manifest } from '#rows';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import type { ResourcePath } from './resource-path.js';
import type { ListRequest } from './selection.js';

/** A typed list such as PodList. */
export interface ObjectListBody {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    /** The objects behind the page; absent where selectors select. */
    readonly remainingItemCount?: number;
  };
  readonly items: readonly Omit<Manifest, 'apiVersion' | 'kind'>[];
}

/** A list as the API server serves it: its items say neither apiVersion nor kind, which are the list's. */
export function objectList(
  { apiVersion, kind }: ResourcePath['kind'],
  request: ListRequest | undefined,
  list: ObjectList,
): ObjectListBody {
  const resourceVersion = request?.before?.resourceVersion ?? list.resourceVersion;
  return {
    kind: `${kind}List`,
    apiVersion,
    metadata: { resourceVersion, ...(request !== undefined && nextPage(request, { ...list, resourceVersion })) },
    items: list.items.map(({ apiVersion: _apiVersion, kind: _kind, ...item }) => item),
  };
}

function nextPage(
  { before, continueAt }: ListRequest,
  { next, moment, resourceVersion, total, items }: ObjectList,
): Pick<ObjectListBody['metadata'], 'continue' | 'remainingItemCount'> {
  if (next === null) return {};
  const all = before?.remaining ?? total;
  const remaining = all === undefined ? undefined : Math.max(all - items.length, 0);
  return {
    continue: continueAt(next, { resourceVersion, moment, remaining }),
    ...(remaining !== undefined && { remainingItemCount: remaining }),
  };
}

/** @throws RequestRefused for a list that is older than its request allows, in the words of the API server */
export function checkAge({ notOlderThan }: Pick<ListRequest, 'notOlderThan'>, current: string): void {
  if (notOlderThan !== undefined && BigInt(notOlderThan) > BigInt(current)) throw tooLarge(notOlderThan, current);
}

/** The log has not reached a version that a request names. // as apiserver storage.NewTooLargeResourceVersionError */
export function tooLarge(resourceVersion: string, current: string): RequestRefused {
  const message = `Timeout: Too large resource version: ${resourceVersion}, current: ${current}`;
  return RequestRefused.withDetails(ErrorCode.RESOURCE_VERSION_TOO_LARGE, message, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}
