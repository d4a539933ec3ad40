import { dump } from 'js-yaml';
import type { Export } from '#transfer';

/** A v1 List as JSON text, a batch of objects at a time. */
export async function* listAsJson({ resourceVersion, batches }: Export): AsyncIterable<string> {
  yield `{"apiVersion":"v1","kind":"List","metadata":{"resourceVersion":${JSON.stringify(resourceVersion)}},"items":[`;
  let separator = '\n';
  for await (const batch of batches) {
    let text = '';
    for (const object of batch) {
      text += separator + JSON.stringify(object);
      separator = ',\n';
    }
    yield text;
  }
  yield '\n]}\n';
}

/** The same as YAML, in the layout of kubectl. */
export async function* listAsYaml({ resourceVersion, batches }: Export): AsyncIterable<string> {
  yield 'apiVersion: v1\nkind: List\nmetadata:\n';
  yield `  resourceVersion: ${JSON.stringify(resourceVersion)}\nitems:`;
  let empty = true;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield `${empty ? '\n' : ''}${dump(batch, { noRefs: true, lineWidth: -1 })}`;
    empty = false;
  }
  if (empty) yield ' []\n';
}
