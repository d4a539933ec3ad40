import { ownField } from '#json';
import { Option } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { age, podName, type Listing } from '../output/index.js';

type Group = Schemas['PendingPage']['items'][number];

export const GROUP_BY = new Option(
  '-g, --group-by <names>',
  'show groups instead of pods: obstacleSet, plugin, reason, resource, namespace, state, separated by commas',
);

/** Groups of pending pods: what they are grouped by, and the oldest of each. */
export function groupsBy(names: string): Listing<Group> {
  return {
    columns: [
      ...names
        .split(',')
        .map((name) => ({
          title: name.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase(),
          prose: true,
          value: ({ group }: Group) => ownField(group, name),
        })),
      { title: 'PODS', value: ({ pods }) => pods },
      { title: 'OLDEST', value: ({ oldest }) => podName(oldest) },
      { title: 'SINCE', value: ({ oldest }) => oldest.since, shown: ({ oldest }) => age(oldest.since) },
    ],
    name: ({ group }) => Object.values(group).join(' '),
    empty: 'There are no pending pods.',
  };
}
