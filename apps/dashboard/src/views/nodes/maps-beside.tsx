import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { paths, useChange, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { amount, amountOf, counted } from '../../words/index.js';
import { beside } from './beside.js';
import { NodeMap } from './node-map.js';
import type { Measure, NodeRow } from './node-table.js';

const SIDES = ['before', 'after', 'difference'] as const;

/** Two states of the nodes and their difference, with one node marked in all of them. */
export function MapsBeside({
  before,
  after,
  measure,
  titles: [left, right] = ['before', 'after'],
}: {
  readonly before: readonly NodeRow[];
  readonly after: readonly NodeRow[];
  readonly measure: Measure;
  /** What the two states are called. */
  readonly titles?: readonly [before: string, after: string] | undefined;
}): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const change = useChange();
  const [selected] = useParameter('node');
  const sides = useMemo(() => beside(before, after, measure), [before, after, measure]);
  const shared = {
    selected,
    select: (node: string) => change({ node }, { replace: true }),
    open: (node: string) => void navigate({ to: paths.nodes(cluster, node) }),
  };
  return (
    <>
      <p role="status" className="said">
        <Marked name={selected} before={before} after={after} />
      </p>
      <div className="maps">
        {SIDES.map((side) => {
          const title = { before: left, after: right, difference: 'difference' }[side];
          return (
            <figure key={side}>
              <figcaption>{title}</figcaption>
              <NodeMap {...shared} {...sides[side]} label={title} />
            </figure>
          );
        })}
      </div>
      <p className="quiet">
        difference: blue is less and brown is more; outlined: the node came; crossed in blue: it went; crossed: cordoned
      </p>
    </>
  );
}

function Marked({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: readonly NodeRow[];
  readonly after: readonly NodeRow[];
}): ReactNode {
  const { cluster } = usePlace();
  const [left, right] = [before, after].map((rows) => rows.find((row) => row.name === name));
  if (left === undefined && right === undefined) return `${after.length} nodes; click one, or go by arrows`;
  return (
    <>
      <ViewLink to={paths.nodes(cluster, name)}>{name}</ViewLink> {reportedOf(left)} → {reportedOf(right)}
    </>
  );
}

function reportedOf(row: NodeRow | undefined): string {
  if (row === undefined) return 'not there';
  const uses = row.amounts.map(
    ({ resource, requested, allocatable }) => `${amount(resource, requested)} of ${amountOf(resource, allocatable)}`,
  );
  return [counted(row.pods, 'pod'), ...uses, ...row.marks].join(', ');
}
