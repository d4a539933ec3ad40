import { useMemo, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../controls/index.js';
import { DecisionTraceDocument } from '../../generated/documents.js';
import { TextFilter } from '../../form/index.js';
import { useChange, usePlace } from '../../place/index.js';
import { Empty, Shown } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { cellText, matrixOf, type MatrixRow, type TraceColumns } from './matrix.js';

/** Every node against every plugin: who turned the pod down where, and with which points the others won or lost. */
export function TraceMatrix({ id }: { readonly id: string }): ReactNode {
  const query = useAsk(DecisionTraceDocument, { id });
  return (
    <section>
      <h2>Nodes and plugins</h2>
      <Shown query={query} rows={24}>
        {({ decision }) =>
          decision?.traceColumns ? (
            <Rows columns={decision.traceColumns} chosen={decision.node} />
          ) : (
            <Empty title="No trace of this decision is stored">
              Its digest is stored, and a replay recomputes the trace. The cluster setting for this is its trace budget.
            </Empty>
          )
        }
      </Shown>
    </section>
  );
}

function Rows({ columns, chosen }: { readonly columns: TraceColumns; readonly chosen: string | null }): ReactNode {
  const { search } = usePlace();
  const change = useChange();
  const all = useMemo(() => matrixOf(columns), [columns]);
  const shape = useMemo(() => columnsOf(columns, chosen), [columns, chosen]);
  const { only = '', plugin, nodes: wanted = '' } = search;
  const failing = columns.filters.findIndex((filter) => filter.plugin === plugin);
  const rows = all.filter(
    ({ node, total, verdicts }) =>
      node.includes(wanted) &&
      (only === '' || (only === 'fits') === (total !== null)) &&
      (failing < 0 || verdicts[failing] !== undefined),
  );
  return (
    <>
      <div className="matrix-head">
        <div className="actions">
          <TextFilter name="nodes" label="Node" />
          <Choice
            label="Only"
            value={only}
            choose={(next) => change({ only: next })}
            of={['', 'fits', 'fails']}
            nothing="all nodes"
            names={{ fits: 'where it fits', fails: 'where it does not' }}
          />
          <Choice
            label="Turned down by"
            value={plugin ?? ''}
            choose={(next) => change({ plugin: next })}
            of={['', ...columns.filters.map((filter) => filter.plugin)]}
          />
          {columns.rows !== null && (
            <span className="chip">
              {columns.rows.length} of {columns.nodeSet.count} nodes are kept
            </span>
          )}
        </div>
        <Legend />
      </div>
      <Grid
        noun="node"
        prefix="m"
        isTall
        columns={shape}
        rows={rows}
        rowKey={({ node }) => node}
        open={({ node }) => change({ against: node })}
      />
    </>
  );
}

const LEGEND = [
  ['passes', '·', 'passes'],
  ['unschedulable', '■', 'Unschedulable'],
  ['unresolvable', '▨', 'and no preemption helps'],
  ['error', '✕', 'Error'],
  ['unschedulable', '●', 'kube-scheduler’s own answer'],
  ['unschedulable sole', '■', 'the only filter that fails'],
] as const;

function Legend(): ReactNode {
  return (
    <ul className="legend" aria-label="Marks">
      {LEGEND.map(([name, mark, means]) => (
        <li key={means}>
          <span className={`verdict ${name}`}>{mark}</span> {means}
        </li>
      ))}
      <li className="quiet">Enter puts a node beside the chosen one.</li>
    </ul>
  );
}

function columnsOf(columns: TraceColumns, chosen: string | null): readonly Column<MatrixRow>[] {
  const filters = columns.filters.map(({ plugin }) => plugin);
  return [
    {
      id: 'node',
      title: 'node',
      width: 20,
      value: ({ node }) => node,
      cell: ({ node }) => (node === chosen ? <strong className="chosen">{node}</strong> : node),
      says: ({ node, own }) => (own === undefined ? `The pod fits ${node}.` : `${node}: ${own.reasons.join(', ')}`),
    },
    // Without scores no node has a place among others.
    ...(columns.scores.length === 0
      ? []
      : [
          { id: 'rank', title: 'rank', width: 6, isNumber: true, value: ({ rank }: MatrixRow) => rank },
          { id: 'total', title: 'total', width: 7, isNumber: true, value: ({ total }: MatrixRow) => total },
        ]),
    { id: 'failing', title: 'fail', width: 6, isNumber: true, value: ({ failing }) => failing },
    ...filters.map((plugin, index): Column<MatrixRow> => ({
      id: plugin,
      title: plugin,
      width: 4,
      value: ({ verdicts }) => verdicts[index]?.reasons.join(', ') ?? null,
      cell: (row) => <Verdict row={row} plugin={plugin} index={index} />,
      says: (row) => cellText(row, filters, index),
    })),
    ...columns.scores.map(({ plugin, weight }, index): Column<MatrixRow> => ({
      id: `+${plugin}`,
      title: `${plugin} ×${weight}`,
      width: 6,
      isNumber: true,
      value: ({ points }) => points?.[index]?.weighted,
      says: ({ node, points }) => {
        const own = points?.[index];
        return own === undefined
          ? `The pod does not fit ${node}: it has no score.`
          : `${plugin} at ${node}: raw ${own.raw}, normalised ${own.normalized} × ${weight} = ${own.weighted}.`;
      },
    })),
  ];
}

const MARKS: Readonly<Record<string, readonly [mark: string, name: string]>> = {
  Unschedulable: ['■', 'unschedulable'],
  UnschedulableAndUnresolvable: ['▨', 'unresolvable'],
  Error: ['✕', 'error'],
};

interface VerdictProps {
  readonly row: MatrixRow;
  readonly plugin: string;
  readonly index: number;
}

function Verdict({ row, plugin, index }: VerdictProps): ReactNode {
  const status = row.verdicts[index];
  if (status === undefined) return <span className="verdict passes">·</span>;
  const [mark, name] = MARKS[status.code] ?? ['✕', 'error'];
  const isOwn = row.own?.plugin === plugin;
  return (
    <span className={`verdict ${name}${row.failing === 1 ? ' sole' : ''}`}>
      {isOwn ? '●' : mark}
      <span className="unseen"> {status.reasons.join(', ')}</span>
    </span>
  );
}
