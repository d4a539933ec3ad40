import type { ReactNode } from 'react';
import type { NodeOfQuery } from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { podColumn, requestColumns } from '../../pod-list/index.js';
import { Status } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { amountOf } from '../../words/index.js';
import { sharesOf, type Share } from './shares.js';

type Found = NonNullable<NonNullable<NodeOfQuery['cluster']>['clusterNode']>;
type NodePod = Found['pods']['edges'][number]['node'];

/** Of a whole bar; drawn narrower where there is less space. */
const WIDTH = 600;
/** Beyond these, bars are thinner than can be distinguished. */
const RESOURCES = ['cpu', 'memory', 'nvidia.com/gpu', 'pods'];

/** The pods of a node as bars that fill it, by resource, and as a table. */
export function Filling({ node: { allocatable, pods } }: { readonly node: Found }): ReactNode {
  const { cluster } = usePlace();
  const found = pods.edges.map(({ node }) => node);
  const shown = allocatable.filter(({ resource, value }) => RESOURCES.includes(resource) && value > 0);
  return (
    <section>
      <h2>Pods</h2>
      {shown.map((one) => (
        <p key={one.resource} className="filling">
          <span className="quiet">{one.resource}</span>
          <svg
            height={16}
            viewBox={`0 0 ${WIDTH} 16`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${one.resource}: what each pod takes of it`}
          >
            <rect className="room" width={WIDTH} height={16} />
            {sharesOf(found, one).map((share) => (
              <Part key={`${share.namespace}/${share.name}`} share={share} resource={one.resource} />
            ))}
          </svg>
        </p>
      ))}
      <Grid noun="pod" columns={podColumns(cluster)} rows={found} rowKey={({ uid }) => uid} />
    </section>
  );
}

function Part({
  share: { namespace, name, from, share, value },
  resource,
}: {
  readonly share: Share;
  readonly resource: string;
}): ReactNode {
  return (
    <rect x={from * WIDTH} width={Math.max(1, share * WIDTH - 1)} height={16} className="part">
      <title>{`${namespace}/${name}: ${amountOf(resource, value)}`}</title>
    </rect>
  );
}

function podColumns(cluster: string): readonly Column<NodePod>[] {
  return [
    podColumn(cluster),
    {
      id: 'phase',
      title: 'phase',
      width: 14,
      value: ({ phase }) => phase,
      // In a model without kubelets a pod stays Pending on its node.
      cell: ({ phase }) => <Status of={phase === 'Pending' ? 'scheduled' : phase} />,
    },
    { id: 'priority', title: 'priority', isNumber: true, value: ({ priority }) => priority },
    ...requestColumns<NodePod>(14),
  ];
}
