import { useNavigate } from '@tanstack/react-router';
import { Grid3x3, Rows3 } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice, Segments } from '../../controls/index.js';
import { TextFilter } from '../../form/index.js';
import { NodeChangesDocument, NodeLabelsDocument, NodeMapDocument } from '../../generated/documents.js';
import { paths, useChange, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import { boundsOf, changedInWords, LastChange } from '../../story/index.js';
import { Grid } from '../../table/index.js';
import { Amount, counted } from '../../words/index.js';
import type { Fill } from './draw-map.js';
import { MapLegend } from './map-legend.js';
import { NodeMap } from './node-map.js';
import {
  MARKS,
  measured,
  mostOf,
  nodeRows,
  type Mark,
  type Measure,
  type NodeColumns,
  type NodeRow,
} from './node-table.js';
import { tableColumns } from './table-columns.js';
import { useFits } from './use-fits.js';
import { useOverTime, type NodeMapHistory } from './use-over-time.js';

/** Grouped by nothing. */
const NONE = 'none';
const ZONE = 'topology.kubernetes.io/zone';
/** A label with more values groups nothing. */
const MOST_GROUPS = 400;
const FORMS = {
  map: (
    <>
      <Grid3x3 size={14} aria-hidden /> map
    </>
  ),
  table: (
    <>
      <Rows3 size={14} aria-hidden /> table
    </>
  ),
};
const MARK_NAMES = { unready: 'not ready', overCommitted: 'over-committed' };
const MEASURES = ['requested', 'free', 'pods', 'fits'] as const;

/** Every node at once: as a map by any label and any resource, or as a table. */
export function NodesView(): ReactNode {
  const { cluster, at, search } = usePlace();
  const labels = useAsk(NodeLabelsDocument, { cluster, at: at ?? null });
  const found = labels.data?.cluster;
  const keys = (found?.labelKeys ?? []).filter(({ distinct }) => distinct < MOST_GROUPS);
  const [by, setBy] = useParameter('by', keys.some(({ key, distinct }) => key === ZONE && distinct > 1) ? ZONE : NONE);
  const [resource, setResource] = useParameter('resource', 'cpu');
  const [measure, setMeasure] = useParameter('colour', 'requested');
  const [as, setAs] = useParameter('as', 'map');
  const [mark, setMark] = useParameter('mark');
  const others = ['cpu', 'memory'].filter((one) => one !== resource);
  const asked = { labels: by === NONE ? [] : [by], resources: [resource, ...others] };
  // What nodes are grouped by unless it is chosen follows from their labels.
  const isAsked = search['by'] !== undefined || !labels.isPending;
  const query = useAsk(NodeMapDocument, { cluster, at: at ?? null, ...asked }, { isAsked });
  const resources = found?.totals.allocatable.map((one) => one.resource) ?? [resource];
  return (
    <>
      <h1>Nodes</h1>
      <div className="actions">
        <Segments label="As" value={as} choose={setAs} of={['map', 'table']} names={FORMS} />
        <Choice label="Grouped by" value={by} choose={setBy} of={[NONE, ...keys.map(({ key }) => key)]} />
        <Choice label="Coloured by" value={measure} choose={setMeasure} of={MEASURES} />
        <Choice label="Resource" value={resource} choose={setResource} of={resources} />
        <Choice label="Only" value={mark} choose={setMark} of={['', ...MARKS]} names={MARK_NAMES} />
        <TextFilter name="name" label="Name" />
        {measure === 'fits' && <TextFilter name="pod" label="Pod" placeholder="namespace/name" />}
      </div>
      <ShownOfCluster query={query} rows={20}>
        {({ nodeColumns, history }) => (
          <Nodes
            columns={nodeColumns}
            history={history}
            measure={measure}
            isMap={as === 'map'}
            mark={mark}
            name={search['name'] ?? ''}
          />
        )}
      </ShownOfCluster>
    </>
  );
}

interface NodesProps {
  readonly columns: NodeColumns;
  readonly history: NodeMapHistory;
  readonly measure: string;
  readonly isMap: boolean;
  readonly mark: string;
  readonly name: string;
}

function Nodes({ columns, history, measure, isMap, mark, name }: NodesProps): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const change = useChange();
  const [selected] = useParameter('node');
  const [hovered, setHovered] = useState<string>();
  const fits = useFits();
  const [main] = columns.resources;
  const overTime = useOverTime({ resource: main?.resource ?? '', history, isShown: !isMap && main !== undefined });
  const rows = useMemo(
    () =>
      nodeRows(columns).filter(
        (row) => (mark === '' || row.marks.includes(mark as Mark)) && (name === '' || row.name.includes(name)),
      ),
    [columns, mark, name],
  );
  const fills = useMemo(() => fillsOf(rows, measure, fits), [rows, measure, fits]);
  const open = (node: string): void => void navigate({ to: paths.nodes(cluster, node) });
  if (rows.length === 0)
    return (
      <Empty title="There is no such node" command={`npx berth import -c ${cluster} nodes.yaml`}>
        The cluster has no nodes, or none matches the filters.
      </Empty>
    );
  if (!isMap)
    return (
      <Grid
        noun="node"
        columns={tableColumns(cluster, columns, overTime)}
        rows={rows}
        rowKey={(row) => row.name}
        open={(row) => open(row.name)}
      />
    );
  const marked = rows.find((row) => row.name === (hovered ?? selected));
  return (
    <>
      <p role="status" className="said">
        {marked === undefined ? (
          counted(rows.length, 'node')
        ) : (
          <Summary row={marked} cluster={cluster} isChosen={marked.name === selected} />
        )}
      </p>
      <MapLegend rows={rows} measure={measure} />
      <NodeMap
        rows={rows}
        fills={fills}
        selected={selected}
        hover={setHovered}
        select={(node) => change({ node }, { replace: true })}
        open={open}
      />
    </>
  );
}

function fillsOf(
  rows: readonly NodeRow[],
  measure: string,
  fits: ReadonlyMap<string, Fill> | undefined,
): readonly Fill[] {
  if (measure === 'fits') return rows.map(({ name }) => fits?.get(name));
  const most = mostOf(rows, measure as Measure);
  return rows.map((row) => measured(row, measure as Measure, most));
}

function Summary({
  row: { name, group, pods, marks, amounts },
  cluster,
  isChosen,
}: {
  readonly row: NodeRow;
  readonly cluster: string;
  /** Its last change is asked for: not of each node that the pointer passes. */
  readonly isChosen: boolean;
}): ReactNode {
  return (
    <>
      <ViewLink to={paths.nodes(cluster, name)}>{name}</ViewLink> {group} {pods} pods{' '}
      {amounts.map(({ resource, requested, allocatable }) => (
        <span key={resource}>
          <Amount of={resource} value={requested} /> of <Amount of={resource} value={allocatable} isNamed />{' '}
        </span>
      ))}
      {marks.map((one) => (
        <Status key={one} of={one} />
      ))}{' '}
      {isChosen && <ChangedLast node={name} />}
    </>
  );
}

/** Who changed a node last, and who did yesterday. */
function ChangedLast({ node }: { readonly node: string }): ReactNode {
  const { cluster, at } = usePlace();
  const [bounds] = useState(() => boundsOf('yesterday', Date.now()));
  const { data, isPlaceholderData } = useAsk(NodeChangesDocument, { cluster, at: at ?? null, node, ...bounds });
  const found = data?.cluster;
  if (!found || isPlaceholderData) return null;
  return (
    <>
      <LastChange changes={found.changes} />. Yesterday:{' '}
      <ViewLink to={paths.nodes(cluster, node)} search={{ period: 'yesterday' }}>
        {changedInWords(found.inPeriod.edges.map((edge) => edge.node))}
      </ViewLink>
    </>
  );
}
