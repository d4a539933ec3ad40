import type { ReactNode } from 'react';
import type { ToldRunFragment } from '../../generated/documents.js';

const OUTCOMES = ['scheduled', 'nominated', 'gated', 'skipped', 'unschedulable', 'error'] as const;
type Outcomes = readonly (readonly [outcome: (typeof OUTCOMES)[number], decisions: number])[];

/** How many decisions of a run have each outcome that it has, in the order in which they are drawn. */
export function outcomesOf(counts: Pick<ToldRunFragment['counts'], (typeof OUTCOMES)[number]>): Outcomes {
  return OUTCOMES.map((outcome) => [outcome, counts[outcome]] as const).filter(([, decisions]) => decisions > 0);
}

/** The outcomes of a run beside each other; the numbers and the words are written below it. */
export function OutcomeBar({ counts }: { readonly counts: Outcomes }): ReactNode {
  const sum = counts.reduce((all, [, decisions]) => all + decisions, 0);
  let before = 0;
  const share = (decisions: number): string => `${(100 * decisions) / Math.max(1, sum)}%`;
  return (
    <svg className="outcomes" aria-hidden="true">
      {counts.map(([outcome, decisions]) => {
        const x = share(before);
        before += decisions;
        return <rect key={outcome} className={outcome} x={x} y="0" width={share(decisions)} height="14" />;
      })}
    </svg>
  );
}
