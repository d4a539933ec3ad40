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

/** What colours and marks of the map mean, the scale with its numbers. */
export function MapLegend({
  rows,
  measure,
}: {
  readonly rows: readonly NodeRow[];
  readonly measure: string;
}): ReactNode {
  const marks = 'crossed: cordoned; hollow: not ready; corner: tainted';
  return (
    <div className="map-legend">
      <ul className="legend" aria-label="Colours">
        {measure === 'fits'
          ? VERDICTS.map(([name, words]) => <Colour key={name} colour={`var(--${name})`} words={words} />)
          : STOPS.map((stop) => (
              <Colour key={stop} colour={scaleColour(stop)} words={inWords(rows, measure as Measure, stop)} />
            ))}
      </ul>
      <p className="quiet">
        {measure === 'fits' ? marks : `hatched: more is requested than allocatable; grey: none of it; ${marks}`}
      </p>
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
