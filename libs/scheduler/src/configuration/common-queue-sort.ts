import { invalid, sameValue, type FieldPath } from '#apimachinery';
import { FieldReader } from '../fields/index.js';

interface Entry {
  readonly name: string;
  readonly weight: number;
}

interface QueueSort {
  readonly enabled: readonly Entry[];
  readonly disabled: readonly Entry[];
}

/**
 * All profiles share one queue, so that they must sort it alike: each writes the same `plugins.queueSort`, the same
 * args with it. As kube-scheduler v1.34 validateCommonQueueSort.
 */
export function checkCommonQueueSort(reader: FieldReader, profiles: readonly unknown[]): void {
  const [first, ...others] = profiles;
  const sort = queueSortOf(first);
  const name = sort.enabled[0]?.name;
  const at = (index: number): FieldPath => reader.at('profiles').index(index);
  if (sort.enabled.length > 1) {
    reader.report(
      invalid(
        at(0).child('plugins').child('queueSort').child('enabled'),
        sort.enabled.length,
        'only one queue sort plugin can be enabled',
      ),
    );
  }
  others.forEach((profile, index) => {
    const other = queueSortOf(profile);
    if (!sameValue(sort, other))
      reader.report(
        invalid(
          at(index + 1)
            .child('plugins')
            .child('queueSort'),
          namesOf(other),
          'must be the same for all profiles',
        ),
      );
    for (const [place, args] of argsOf(profile, name)) {
      if (sameValue(args, argsOf(first, name).at(-1)?.[1])) continue;
      reader.report(
        invalid(
          at(index + 1)
            .child('pluginConfig')
            .index(place)
            .child('args'),
          args,
          'queueSort must be the same for all profiles',
        ),
      );
    }
  });
}

/** What is wrong with the entries themselves was reported when the profile was read. */
function queueSortOf(profile: unknown): QueueSort {
  const nothing: QueueSort = { enabled: [], disabled: [] };
  const entry = (reader: FieldReader): Entry => ({
    name: reader.string('name') ?? '',
    weight: reader.integer('weight') ?? 0,
  });
  const read = (set: FieldReader): QueueSort => ({
    enabled: set.list('enabled', entry),
    disabled: set.list('disabled', entry),
  });
  return new FieldReader(profile).object('plugins', (plugins) => plugins.object('queueSort', read)) ?? nothing;
}

/** Every entry of `pluginConfig` for the plugin, by its index. */
function argsOf(profile: unknown, plugin: string | undefined): readonly (readonly [index: number, args: unknown])[] {
  const entries = new FieldReader(profile).list('pluginConfig', (entry) => ({
    name: entry.string('name'),
    args: entry.raw('args'),
  }));
  return [...entries.entries()]
    .filter(([, { name }]) => plugin !== undefined && name === plugin)
    .map(([index, { args }]) => [index, args] as const);
}

function namesOf({ enabled, disabled }: QueueSort): object {
  const names = (entries: readonly Entry[]): readonly string[] => entries.map(({ name }) => name);
  return { enabled: names(enabled), disabled: names(disabled) };
}
