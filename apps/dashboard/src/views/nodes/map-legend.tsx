import type { ReactNode } from 'react';
import { scaleColour } from '../../drawing/index.js';
import { amount, count, percent } from '../../words/index.js';
import { mostOf, type Measure, type NodeRow } from './node-table.js';

const STOPS = [0, 0.25, 0.5, 0.75, 1] as const;

const VERDICTS = [
  ['passes', 'fits'],
  ['unschedulable', 'unschedulable'],
  ['unresolvable', 'unschedulable, and no preemption helps'],
] as const;

interface Mark {
  readonly words: string;
  readonly ground: 'full' | 'none';
  readonly over?: { readonly kind: 'stroke' | 'hole'; readonly path: string };
  /** Whether it says something of the amounts that colour the map. */
  readonly isOfScale?: boolean;
}

/** As the map draws them. */
const MARKS: readonly Mark[] = [
  {
    words: 'more requested than allocatable',
    ground: 'full',
    over: { kind: 'stroke', path: 'M0 5L5 0M0 9L9 0M0 14L14 0' },
    isOfScale: true,
  },
  { words: 'has none of it', ground: 'none', isOfScale: true },
  { words: 'cordoned', ground: 'none', over: { kind: 'stroke', path: 'M0 0L14 14M14 0L0 14' } },
  { words: 'not ready', ground: 'full', over: { kind: 'hole', path: 'M4 4h6v6h-6z' } },
  { words: 'tainted', ground: 'full', over: { kind: 'hole', path: 'M14 0v5l-5 -5z' } },
];

/** What colours and marks of the map mean, the scale with its numbers. */
export function MapLegend({
  rows,
  measure,
}: {
  readonly rows: readonly NodeRow[];
  readonly measure: string;
}): ReactNode {
  return (
    <div className="map-legend">
      <ul className="legend" aria-label="Colours">
        {measure === 'fits'
          ? VERDICTS.map(([name, words]) => <Colour key={name} colour={`var(--${name})`} words={words} />)
          : STOPS.map((stop) => (
              <Colour key={stop} colour={scaleColour(stop)} words={inWords(rows, measure as Measure, stop)} />
            ))}
      </ul>
      <ul className="legend" aria-label="Marks">
        {MARKS.filter(({ isOfScale }) => !isOfScale || measure !== 'fits').map(({ words, ground, over }) => (
          <li key={words}>
            <svg viewBox="0 0 14 14" aria-hidden="true">
              <rect className={ground} width="14" height="14" />
              {over !== undefined && <path className={over.kind} d={over.path} />}
            </svg>
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Colour({ colour, words }: { readonly colour: string; readonly words: string }): ReactNode {
  return (
    <li>
      <span className="colour" style={{ background: colour }} />
      {words}
    </li>
  );
}

/** What a place of the scale stands for. */
function inWords(rows: readonly NodeRow[], measure: Measure, stop: number): string {
  if (measure === 'requested') return percent(stop);
  const number = stop * mostOf(rows, measure);
  return measure === 'pods' ? count(Math.round(number)) : amount(rows[0]?.amounts[0]?.resource ?? '', number);
}
