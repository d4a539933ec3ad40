import { useMemo, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../form/index.js';
import { NodeMapDocument } from '../../generated/documents.js';
import { useParameter } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { MapsBeside } from '../nodes/maps-beside.js';
import { nodeRows, type Measure, type NodeColumns } from '../nodes/node-table.js';

/** A state of a cluster, as the API names it. */
interface State {
  readonly name: string;
  readonly moment: string;
}

const MEASURES = ['requested', 'free', 'pods'];
const RESOURCES = ['cpu', 'memory', 'nvidia.com/gpu'];

/** The nodes of both states, and what makes one of the other. */
export function DiffMaps({ from, to }: { readonly from: State; readonly to: State }): ReactNode {
  const [resource, setResource] = useParameter('resource', 'cpu');
  const [measure, setMeasure] = useParameter('colour', 'requested');
  const [before, after] = [useNodes(from, resource), useNodes(to, resource)];
  return (
    <>
      <div className="actions">
        <Choice label="Coloured by" value={measure} choose={setMeasure} of={MEASURES} />
        <Choice label="Resource" value={resource} choose={setResource} of={RESOURCES} />
      </div>
      <ShownOfCluster query={before} rows={12}>
        {({ nodeColumns: left }) => (
          <ShownOfCluster query={after} rows={12}>
            {({ nodeColumns: right }) => <Maps before={left} after={right} measure={measure as Measure} />}
          </ShownOfCluster>
        )}
      </ShownOfCluster>
    </>
  );
}

/** A moment that is named stays as it is. */
function useNodes({ name, moment }: State, resource: string) {
  return useAsk(NodeMapDocument, { cluster: name, at: moment, labels: [], resources: [resource] }, { isHeld: true });
}

function Maps({
  before,
  after,
  measure,
}: {
  readonly before: NodeColumns;
  readonly after: NodeColumns;
  readonly measure: Measure;
}): ReactNode {
  const left = useMemo(() => nodeRows(before), [before]);
  const right = useMemo(() => nodeRows(after), [after]);
  return <MapsBeside before={left} after={right} measure={measure} />;
}
