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
export function batchLoader<Key, Answer, Value>({ keyOf, groupOf, load, pick }: BatchLoading<Key, Answer, Value>): DataLoader<Key, Value, string> {
  const loadAll = async (keys: readonly Key[]): Promise<Value[]> => {
    const groups = new Map<string, Key[]>();
    for (const key of keys) groups.set(groupOf(key), [...(groups.get(groupOf(key)) ?? []), key]);
    const names = [...groups.keys()];
    const answers = await Promise.all(names.map((name) => load(groups.get(name) ?? [])));
    const byGroup = new Map(names.map((name, index) => [name, answers[index] as Answer]));
    return keys.map((key) => pick(byGroup.get(groupOf(key)) as Answer, key));
  };
  return new DataLoader(loadAll, { cacheKeyFn: keyOf });
}
