import { paths, ViewLink } from '../place/index.js';
import type { Column } from '../table/index.js';
import { Amount } from '../words/index.js';

/** What every list of pods has of each. */
export interface ListedPod {
  readonly uid: string;
  readonly namespace: string | null;
  readonly name: string;
}

/** A pod with what it asks for. */
export interface AskingPod extends ListedPod {
  readonly requests: readonly { readonly resource: string; readonly value: number }[];
}

const RESOURCES = ['cpu', 'memory', 'nvidia.com/gpu'];

/** The name of the pod, which leads to it. */
export function podColumn<Pod extends ListedPod>(cluster: string, width = 36): Column<Pod> {
  return {
    id: 'pod',
    title: 'pod',
    width,
    value: ({ namespace, name }) => `${namespace}/${name}`,
    cell: ({ namespace, name }) => (
      <ViewLink to={paths.pods(cluster, namespace ?? '', name)}>
        {namespace}/{name}
      </ViewLink>
    ),
  };
}

/** What the pod asks for, a column a resource. */
export function requestColumns<Pod extends AskingPod>(width: number): readonly Column<Pod>[] {
  const valueOf = ({ requests }: Pod, resource: string): number | undefined =>
    requests.find((one) => one.resource === resource)?.value;
  return RESOURCES.map((resource) => ({
    id: resource,
    title: resource,
    width,
    isNumber: true,
    value: (pod) => valueOf(pod, resource),
    cell: (pod) => <Amount of={resource} value={valueOf(pod, resource) ?? 0} />,
  }));
}
