import DataLoader from 'dataloader';

/** How keys of one tick become few calls: grouped, each group loaded at once, each key finding its own in the group's answer. */
export interface BatchLoading<Key, Answer, Value> {
  /** Equal keys are loaded once. */
  readonly keyOf: (key: Key) => string;
  /** Keys that one call can serve. */
  readonly groupOf: (key: Key) => string;
  readonly load: (keys: readonly Key[]) => Promise<Answer>;
  readonly pick: (answer: Answer, key: Key) => Value;
}

/** Collects what one tick asks for, so that a page of any size costs a constant number of statements. */
export function batchLoader<Key, Answer, Value>({
  keyOf,
  groupOf,
  load,
  pick,
}: BatchLoading<Key, Answer, Value>): DataLoader<Key, Value, string> {
  const loadAll = async (keys: readonly Key[]): Promise<Value[]> => {
    const groups = grouped(keys, groupOf);
    const answers = new Map(
      await Promise.all([...groups].map(async ([name, group]) => [name, await load(group)] as const)),
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
