import type { ObjectList } from '#cluster';
import type { Manifest } from '#rows';
import type { ResourcePath } from './resource-path.js';
import type { ListRequest } from './selection.js';

/** A typed list such as PodList. */
export interface ObjectListBody {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly Omit<Manifest, 'apiVersion' | 'kind'>[];
}

/** A list as the API server serves it: its items say neither apiVersion nor kind, which are the list's. */
export function objectList(
  { apiVersion, kind }: ResourcePath['kind'],
  request: ListRequest | undefined,
  { resourceVersion, items, next, moment }: ObjectList,
): ObjectListBody {
  const version = request?.resourceVersion ?? resourceVersion;
  return {
    kind: `${kind}List`,
    apiVersion,
    metadata: {
      resourceVersion: version,
      ...(next === null || request === undefined
        ? {}
        : {
            continue: request.continueAt(next, {
              resourceVersion: version,
              ...(moment === undefined ? {} : { moment }),
            }),
          }),
    },
    items: items.map(({ apiVersion: _apiVersion, kind: _kind, ...item }) => item),
  };
}
