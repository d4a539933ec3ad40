import { useMemo, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../controls/index.js';

import { NodeMapDocument, RunPlacementsDocument } from '../../generated/documents.js';
import { useParameter } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { MapsBeside } from '../nodes/maps-beside.js';
import { nodeRows, type Measure, type NodeColumns, type NodeRow } from '../nodes/node-table.js';
import { placedOn, type Placement } from './placed-on.js';

/** A state of a cluster, as the API names it. */
export interface State {
  readonly name: string;
  readonly moment: string;
  /** A dry run: what it would have placed is there too. */
  readonly dryRun?: string | undefined;
}

const MEASURES = ['requested', 'free', 'pods'];
const RESOURCES = ['cpu', 'memory', 'nvidia.com/gpu'];
const NOTHING: RowsProps['placed'] = [];

interface DiffMapsProps {
  readonly from: State;
  readonly to: State;
  /** What the two states are called. */
  readonly titles?: readonly [from: string, to: string];
}

/** The nodes of both states, and what makes one of the other. */
export function DiffMaps({ from, to, titles }: DiffMapsProps): ReactNode {
  const [resource, setResource] = useParameter('resource', 'cpu');
  const [measure, setMeasure] = useParameter('colour', 'requested');
  return (
    <>
      <div className="actions">
        <Choice label="Coloured by" value={measure} choose={setMeasure} of={MEASURES} />
        <Choice label="Resource" value={resource} choose={setResource} of={RESOURCES} />
      </div>
      <Nodes state={from} resource={resource}>
        {(before) => (
          <Nodes state={to} resource={resource}>
            {(after) => <MapsBeside before={before} after={after} measure={measure as Measure} titles={titles} />}
          </Nodes>
        )}
      </Nodes>
    </>
  );
}

interface NodesProps {
  readonly state: State;
  readonly resource: string;
  readonly children: (rows: readonly NodeRow[]) => ReactNode;
}

/** The nodes of a state, which stay as they are: a moment that is named is one of the past. */
function Nodes({ state: { name, moment, dryRun }, resource, children }: NodesProps): ReactNode {
  const held = { isHeld: true };
  const nodes = useAsk(NodeMapDocument, { cluster: name, at: moment, labels: [], resources: [resource] }, held);
  const isDry = dryRun !== undefined;
  const placed = useAsk(RunPlacementsDocument, { cluster: name, run: dryRun ?? '' }, { ...held, isAsked: isDry });
  return (
    <ShownOfCluster query={nodes} rows={12}>
      {({ nodeColumns }) =>
        isDry ? (
          <ShownOfCluster query={placed} rows={12}>
            {({ decisions }) => (
              <Rows columns={nodeColumns} placed={decisions.edges}>
                {children}
              </Rows>
            )}
          </ShownOfCluster>
        ) : (
          <Rows columns={nodeColumns} placed={NOTHING}>
            {children}
          </Rows>
        )
      }
    </ShownOfCluster>
  );
}

interface RowsProps extends Pick<NodesProps, 'children'> {
  readonly columns: NodeColumns;
  readonly placed: readonly { readonly node: Placement }[];
}

function Rows({ columns, placed, children }: RowsProps): ReactNode {
  const rows = useMemo(() => {
    const placements = placed.map(({ node }) => node);
    return placedOn(nodeRows(columns), placements);
  }, [columns, placed]);
  return children(rows);
}
