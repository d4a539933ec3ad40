import { ownField } from '#json';
import type { Frame } from '../frames/index.js';
import type { Controllers, GroupedPod } from '../pods/index.js';
import type { ByChoices, ChosenBy } from '../report/index.js';
import { ownerOf } from './owner.js';
import { teamsOf } from './teams.js';

/** What pods can be grouped by. */
export const POD_GROUPS = {
  namespace: 'By namespace of the pod.',
  team: 'By the team that the namespace of the pod belongs to at present.',
  owner: 'By the topmost controller of the pod, as `NAMESPACE/KIND NAME`: a Deployment, StatefulSet, Job.',
  priority: 'By priority of the pod, a number.',
  'podLabel:': 'By the value of a label of the pod: `podLabel:app`.',
} as const satisfies ByChoices;

/** The group of a pod; null where it has no such label or owner. */
export type PodGroupOf = (pod: GroupedPod, controllers: Controllers) => string | null;

export async function podGroups(frame: Frame, { choice, key }: ChosenBy): Promise<PodGroupOf | undefined> {
  switch (choice) {
    case 'cluster':
      return () => null;
    case 'namespace':
      return ({ namespace }) => namespace;
    case 'team': {
      const teamOf = await teamsOf(frame);
      return ({ namespace }) => teamOf(namespace);
    }
    case 'owner':
      return (pod, controllers) => {
        const owner = ownerOf(controllers, pod);
        return owner === null ? null : `${pod.namespace}/${owner}`;
      };
    case 'priority':
      return ({ priority }) => String(priority);
    case 'podLabel':
      return (pod) => ownField(pod.labels, key) ?? null;
    default:
      return undefined;
  }
}
