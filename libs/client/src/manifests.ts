import type { Schemas } from './api-types.js';
import type { BerthClient } from './berth-client.js';

/** Objects are made text in pieces of so many. */
const PIECE = 200;

/**
 * Imports objects into a cluster, as one List. With `skip`, those that are not valid are left
 * out, and the report has them.
 */
export async function importObjects(
  client: BerthClient,
  cluster: string,
  { objects, onError = 'abort' }: { readonly objects: Iterable<object>; readonly onError?: 'abort' | 'skip' },
): Promise<Schemas['ImportReport']> {
  const response = await client.fetch(`/v1/clusters/${encodeURIComponent(cluster)}/import?onError=${onError}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Not a stream: not every browser sends one.
    body: new Blob([...listOf(objects)]),
  });
  return (await response.json()) as Schemas['ImportReport'];
}

function* listOf(objects: Iterable<object>): Iterable<string> {
  let piece = '{"apiVersion":"v1","kind":"List","items":[';
  let count = 0;
  for (const object of objects) {
    piece += (count === 0 ? '' : ',') + JSON.stringify(object);
    count += 1;
    if (count % PIECE !== 0) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]}`;
}
