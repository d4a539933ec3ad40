import type { Schemas } from '#client';
import { useMemo, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../controls/index.js';
import { FullMeter } from '../../drawing/index.js';

import { NodeMapDocument, type WhatIfQuery } from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster, Status } from '../../states/index.js';
import { Grid, Titles, type Column } from '../../table/index.js';
import { amount, counted, quantityValue } from '../../words/index.js';
import { MapsBeside } from '../nodes/maps-beside.js';
import { nodeRows, type Measure, type NodeColumns } from '../nodes/node-table.js';
import { afterSteps } from './changed-nodes.js';
import type { Findings } from './findings-in-words.js';
import { FindingsSaid } from './findings-said.js';
import { Flows } from './flows.js';
import { effectOf, movesInWords, worstFirst, type Effect, type Move } from './moves.js';

type Asked = NonNullable<WhatIfQuery['cluster']>['whatIf'];
type Step = Schemas['WhatIf']['steps'][number] | Asked['steps'][number];
type Placed = NonNullable<Step['pods']>[number] & Move & { readonly step: number };
type Uses = Asked['utilization']['before'];

/** An answer, through either door. */
type WhatIf = Pick<Asked, 'utilization' | 'nodes'> & {
  readonly steps: readonly Step[];
  readonly findings?: Findings | null;
};

/** What came of the steps: each by itself, where pods would be, how full all would be, the nodes before and after. */
export function WhatIfResult({
  whatIf,
  isBelowSteps = false,
}: {
  readonly whatIf: WhatIf;
  /** The cards of the steps say what came of each: what they have no room for is left. */
  readonly isBelowSteps?: boolean;
}): ReactNode {
  const { cluster } = usePlace();
  const { steps, utilization, nodes, findings } = whatIf;
  const placed = useMemo(() => placedIn(steps), [steps]);
  const ends = useMemo(() => worstFirst(lastOf(placed)), [placed]);
  return (
    <>
      {placed.length > 0 && (
        <p className={`sentence answer ${MEANINGS[effectOf(ends[0] ?? STAYED)] ?? ''}`} role="status">
          <strong>{movesInWords(ends)}</strong>
        </p>
      )}
      <div className="cards halves">
        <Flows moves={ends} />
        <section className="card">
          <h2>Utilization, before and after</h2>
          <Fullness before={utilization.before} after={utilization.after} />
        </section>
        <StepLines steps={steps} isBrief={isBelowSteps} />
        <FindingsSaid findings={findings} />
      </div>
      {placed.length > 0 && (
        <Grid
          noun="pod"
          columns={columnsOf(cluster)}
          rows={worstFirst(placed)}
          rowKey={({ step, pod }) => `${step} ${pod.namespace}/${pod.name}`}
        />
      )}
      <h2>{counted(nodes.length, 'node')} would stand otherwise</h2>
      {nodes.length > 0 && <Maps nodes={nodes} />}
    </>
  );
}

const STAYED: Move = { from: '', to: '' };
const MEANINGS: Readonly<Partial<Record<Effect, string>>> = { 'loses its node': 'failed', 'still waits': 'waits' };

/** The pods of every schedule step, with where they come from and go to. */
function placedIn(steps: readonly Step[]): readonly Placed[] {
  return steps.flatMap(({ pods }, index) =>
    (pods ?? []).map((pod) => ({ ...pod, step: index + 1, from: pod.from ?? null, to: pod.node })),
  );
}

/** Each pod once, as the last step leaves it. */
function lastOf(placed: readonly Placed[]): readonly Placed[] {
  return [...new Map(placed.map((one) => [`${one.pod.namespace}/${one.pod.name}`, one])).values()];
}

function StepLines({
  steps,
  isBrief,
}: {
  readonly steps: readonly Step[];
  /** Only of steps that have problems. */
  readonly isBrief: boolean;
}): ReactNode {
  const numbered = steps.map((step, index) => ({ ...step, number: index + 1 }));
  const shown = isBrief ? numbered.filter(({ problems = [] }) => problems.length > 0) : numbered;
  if (shown.length === 0) return null;
  return (
    <section className="card">
      <h2>{isBrief ? 'Problems of steps' : 'Step by step'}</h2>
      <ol aria-label="Results of each step">
        {shown.map(({ number, step, counts, problems = [] }) => (
          <li key={number} value={number}>
            {step}: {countsText(counts)}
            <ul>
              {problems.map(({ subject, message }) => (
                <li key={subject}>
                  {subject}: {message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a step did, in numbers. */
export function countsText(counts: Step['counts']): string {
  const words = Object.entries(counts as Readonly<Record<string, number>>).map(([what, number]) => `${number} ${what}`);
  return words.join(', ') || 'done';
}

function Fullness({ before, after }: { readonly before: Uses; readonly after: Uses }): ReactNode {
  const names = [...new Set([...before, ...after].map(({ resource }) => resource))];
  const of = (uses: Uses, name: string): ReactNode => {
    const found = uses.find(({ resource }) => resource === name);
    if (found === undefined) return null;
    return (
      <>
        <FullMeter ratio={found.ratio} label={`${name} requested`} />
        <br />
        <span className="quiet">
          {amount(name, quantityValue(found.requested))} of {amount(name, quantityValue(found.allocatable))}
        </span>
      </>
    );
  };
  return (
    <table>
      <Titles of={['resource', 'before', 'after']} />
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{of(before, name)}</td>
            <td>{of(after, name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Maps({ nodes }: { readonly nodes: WhatIf['nodes'] }): ReactNode {
  const { cluster, at } = usePlace();
  const [resource, setResource] = useParameter('resource', 'cpu');
  const [measure, setMeasure] = useParameter('colour', 'requested');
  const query = useAsk(NodeMapDocument, { cluster, at: at ?? null, labels: [], resources: [resource] });
  const resources = [...new Set(nodes.flatMap(({ before, after }) => (after ?? before)?.resources ?? []).values())];
  return (
    <>
      <div className="actions">
        <Choice label="Coloured by" value={measure} choose={setMeasure} of={['requested', 'free', 'pods']} />
        <Choice
          label="Resource"
          value={resource}
          choose={setResource}
          of={[...new Set(['cpu', 'memory', ...resources.map((one) => one.resource)])]}
        />
      </div>
      <ShownOfCluster query={query} rows={12}>
        {({ nodeColumns }) => (
          <BeforeAfter columns={nodeColumns} nodes={nodes} resource={resource} measure={measure as Measure} />
        )}
      </ShownOfCluster>
    </>
  );
}

function BeforeAfter({
  columns,
  nodes,
  resource,
  measure,
}: {
  readonly columns: NodeColumns;
  readonly nodes: WhatIf['nodes'];
  readonly resource: string;
  readonly measure: Measure;
}): ReactNode {
  const before = useMemo(() => nodeRows(columns), [columns]);
  const after = useMemo(() => afterSteps(before, nodes, resource), [before, nodes, resource]);
  return <MapsBeside before={before} after={after} measure={measure} />;
}

function columnsOf(cluster: string): readonly Column<Placed>[] {
  return [
    { id: 'step', title: 'step', isNumber: true, value: ({ step }) => step },
    { id: 'pod', title: 'pod', width: 36, value: ({ pod }) => `${pod.namespace}/${pod.name}` },
    {
      id: 'outcome',
      title: 'outcome',
      width: 18,
      value: ({ outcome }) => outcome,
      cell: (placed) => (
        <Status of={effectOf(placed) === 'loses its node' ? 'evicted' : placed.outcome}>{placed.outcome}</Status>
      ),
    },
    {
      id: 'node',
      title: 'node',
      width: 24,
      value: ({ node }) => node,
      cell: ({ node }) => node !== null && <ViewLink to={paths.nodes(cluster, node)}>{node}</ViewLink>,
    },
    {
      id: 'from',
      title: 'before',
      width: 24,
      value: ({ from }) => from,
      cell: ({ from }) => from !== null && <ViewLink to={paths.nodes(cluster, from)}>{from}</ViewLink>,
    },
    { id: 'effect', title: 'effect', width: 16, value: effectOf },
    { id: 'message', title: 'message', width: 60, value: ({ message }) => message, says: ({ message }) => message },
  ];
}
