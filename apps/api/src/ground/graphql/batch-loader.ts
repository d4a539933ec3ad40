import DataLoader from 'dataloader';
import type { RequestContext } from './request-context.js';

/**
 * How keys of one tick become few calls: grouped, each group loaded at once, each key finding its
 * own in the group's answer.
 */
export interface BatchLoading<Key, Answer, Value> {
  /** Equal keys are loaded once. */
  readonly keyOf: (key: Key) => string;
  /** Keys that one call can serve. */
  readonly groupOf: (key: Key) => string;
  readonly load: (keys: readonly Key[], context: RequestContext) => Promise<Answer>;
  readonly pick: (answer: Answer, key: Key) => Value;
}

/**
 * Collects what one tick of a request asks for, so that a page of any size costs a constant number of statements. One
 * loader a request: nothing is remembered from one to the next.
 */
export function loaderPerRequest<Key, Answer, Value>(
  loading: BatchLoading<Key, Answer, Value>,
): (context: RequestContext) => DataLoader<Key, Value, string> {
  const loaders = new WeakMap<RequestContext, DataLoader<Key, Value, string>>();
  return (context) => {
    const loader = loaders.get(context) ?? batchLoader(loading, context);
    loaders.set(context, loader);
    return loader;
  };
}

function batchLoader<Key, Answer, Value>(
  { keyOf, groupOf, load, pick }: BatchLoading<Key, Answer, Value>,
  context: RequestContext,
): DataLoader<Key, Value, string> {
  const loadAll = async (keys: readonly Key[]): Promise<Value[]> => {
    const groups = grouped(keys, groupOf);
    const answers = new Map(
      await Promise.all([...groups].map(async ([name, group]) => [name, await load(group, context)] as const)),
    );
    return keys.map((key) => pick(answers.get(groupOf(key)) as Answer, key));
  };
  return new DataLoader(loadAll, { cacheKeyFn: keyOf });
}

function grouped<Key>(keys: readonly Key[], groupOf: (key: Key) => string): ReadonlyMap<string, Key[]> {
  const groups = new Map<string, Key[]>();
  for (const key of keys) {
    const group = groups.get(groupOf(key));
    if (group === undefined) groups.set(groupOf(key), [key]);
    else group.push(key);
  }
  return groups;
}
