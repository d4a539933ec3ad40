import { useRef, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { saveSvg } from '../../drawing/index.js';
import { TextFilter } from '../../form/index.js';
import {
  DecisionWhyDocument,
  type DecisionWhyQuery,
  type ToldContributionFragment,
} from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { Shown } from '../../states/index.js';
import { signed, grouped } from '../../words/index.js';
import { sumsOf } from './sums.js';

type DecisionWhy = NonNullable<DecisionWhyQuery['decision']>['why'];

interface Compared {
  readonly id: string;
  /** Where the pod went. */
  readonly node: string | null;
}

/** The two nodes that the address names: where the pod went and the next best, where it names none. */
function useCompared({ id, node }: Compared) {
  const { search } = usePlace();
  const own = search['node'] ?? node;
  const variables = { id, node: own, against: search['against'] ?? null };
  return { own, query: useAsk(DecisionWhyDocument, variables, { isAsked: own !== null }) };
}

/** In a sentence and in a drawing: why the pod is there and not on the next best node. */
export function WhyThere({ id, node }: Compared): ReactNode {
  const { own, query } = useCompared({ id, node });
  if (own === null) return null;
  return (
    <section className="card why-there">
      <h2>Why there</h2>
      <Shown query={query} rows={8}>
        {({ decision }) => {
          if (decision === null) return null;
          const { sentence, against, plugins } = decision.why;
          return (
            <>
              <p className="sentence">{grouped(sentence)}</p>
              <Bars plugins={plugins} own={own} other={against} />
            </>
          );
        }}
      </Shown>
    </section>
  );
}

/** Two nodes side by side: what each plugin gave them, and the differences, which add up to that of the totals. */
export function Comparison({ id, node }: Compared): ReactNode {
  const { own, query } = useCompared({ id, node });
  if (own === null) return null;
  return (
    <section>
      <h2>Points of two nodes</h2>
      <div className="actions">
        <TextFilter name="node" label="Node" placeholder={node ?? ''} />
        <TextFilter name="against" label="against" placeholder="the next best" />
      </div>
      <Shown query={query} rows={10}>
        {({ decision }) => {
          if (decision === null) return null;
          const { against, againstStatus, plugins, difference, weightChange, ties } = decision.why;
          return (
            <>
              {againstStatus !== null && (
                <p>
                  {against} does not fit: {againstStatus.plugin}: {againstStatus.reasons.join(', ')}.
                </p>
              )}
              <Contributions own={own} other={against} plugins={plugins} difference={difference} />
              <p className="quiet">
                {ties > 1 && `${ties} nodes have this total. `}
                {weightText(weightChange)}
              </p>
            </>
          );
        }}
      </Shown>
    </section>
  );
}

function Contributions({
  own,
  other,
  plugins,
  difference,
}: {
  readonly own: string;
  readonly other: string | null;
  readonly plugins: readonly ToldContributionFragment[];
  readonly difference: number | null;
}): ReactNode {
  const sums = sumsOf(plugins);
  return (
    <table className="points">
      <PointsHead own={own} other={other} />
      <tbody>
        {plugins.map(({ plugin, weight, node, against, difference: share }) => (
          <tr key={plugin}>
            <th scope="row">{plugin}</th>
            <td className="number">{weight}</td>
            <td className="number">
              {node.raw} → {node.normalized} × {weight} = <strong>{node.weighted}</strong>
            </td>
            <td className="number">
              {other === null ? '' : `${against.raw} → ${against.normalized} × ${weight} = ${against.weighted}`}
            </td>
            <td className="number">{signed(share)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">total</th>
          <td />
          <td className="number">{sums.node}</td>
          <td className="number">{other === null ? '' : sums.against}</td>
          <td className="number">{difference === null ? '' : signed(difference)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function PointsHead({ own, other }: { readonly own: string; readonly other: string | null }): ReactNode {
  const titles = ['weight', `${own}: raw → normalised × weight`, other ?? 'no other', 'difference'];
  return (
    <thead>
      <tr>
        <th scope="col">plugin</th>
        {titles.map((title) => (
          <th key={title} scope="col" className="number">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function weightText(change: DecisionWhy['weightChange']): string {
  if (change === null) return 'No change of a single weight makes another node win.';
  const { plugin, from, to, winner } = change;
  return `With ${plugin} weighted ${to} instead of ${from}, ${winner} wins.`;
}

const ROW = 28;
const WIDTH = 470;
/** Pixels of the longest name of a plugin, and of a number behind its bar. */
const NAMES = 215;
const NUMBERS = 40;

/** Weighted scores of both nodes, a pair of bars for each plugin, on one scale. */
function Bars({
  plugins,
  own,
  other,
}: {
  readonly plugins: readonly ToldContributionFragment[];
  readonly own: string;
  readonly other: string | null;
}): ReactNode {
  const drawing = useRef<SVGSVGElement>(null);
  const most = Math.max(1, ...plugins.flatMap(({ node, against }) => [node.weighted, against.weighted]));
  const length = (points: number): number => (points / most) * (WIDTH - NAMES - NUMBERS);
  if (plugins.length === 0) return null;
  return (
    <figure className="two-nodes">
      <ul className="legend">
        <li>
          <span className="swatch own" /> {own}
        </li>
        {other !== null && (
          <li>
            <span className="swatch other" /> {other}
          </li>
        )}
      </ul>
      <svg
        ref={drawing}
        className="scores"
        viewBox={`0 0 ${WIDTH} ${plugins.length * ROW}`}
        role="img"
        aria-label={`Weighted scores of ${own}${other === null ? '' : ` and ${other}`}; the table has the numbers`}
      >
        {plugins.map(({ plugin, node, against }, index) => (
          <g key={plugin} transform={`translate(0 ${index * ROW})`}>
            <text x={0} y={17}>
              {plugin}
            </text>
            <Bar className="own" y={2} points={node.weighted} length={length(node.weighted)} />
            {other !== null && (
              <Bar className="other" y={14} points={against.weighted} length={length(against.weighted)} />
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <Button onPress={() => drawing.current && saveSvg('scores.svg', drawing.current)}>SVG</Button>
      </figcaption>
    </figure>
  );
}

function Bar({
  className,
  y,
  points,
  length,
}: {
  readonly className: string;
  readonly y: number;
  readonly points: number;
  readonly length: number;
}): ReactNode {
  return (
    <>
      <rect className={className} x={NAMES} y={y} width={length} height={10} />
      <text className="points" x={NAMES + length + 4} y={y + 9}>
        {points}
      </text>
    </>
  );
}
