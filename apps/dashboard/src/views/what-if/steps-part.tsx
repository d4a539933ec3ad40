import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { problemOf, useAsk, type FieldProblem } from '../../api/index.js';
import { WhatIfDocument, type WhatIfQuery } from '../../generated/documents.js';
import { useChange, useLongParameter, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';
import { StepForm } from './step-form.js';
import { stepProblems } from './step-problems.js';
import { stepsIn, stepText, type Step } from './steps.js';
import { WhatIfResult } from './what-if-result.js';

/** Steps, one after the other, and what comes of them once they are tried. */
export function StepsPart(): ReactNode {
  const { cluster, at } = usePlace();
  const [text, shorten] = useLongParameter('steps');
  const [tried] = useParameter('try');
  const change = useChange();
  const steps = stepsIn(text ?? '');
  const isTried = tried !== '' && steps.length > 0;
  const query = useAsk(WhatIfDocument, { cluster, at: at ?? null, steps }, { isAsked: isTried, isHeld: true });
  const wrong = stepProblems(isTried && query.error !== null ? problemOf(query.error).fields : []);
  const [edited, edit] = useState<number>();
  const put = (next: readonly Step[]): void =>
    change({ steps: next.length === 0 ? undefined : shorten(JSON.stringify(next)), try: undefined, found: undefined });
  if (text === undefined)
    return (
      <Empty title="These steps are in another tab">
        They were too long for an address, and are stored in the tab that created them.
      </Empty>
    );
  return (
    <section aria-label="Steps">
      <StepForm
        key={edited ?? 'new'}
        step={edited === undefined ? undefined : steps[edited]}
        problems={edited === undefined ? [] : (wrong.get(edited) ?? [])}
        take={(step) => {
          put(edited === undefined ? [...steps, step] : steps.with(edited, step));
          edit(undefined);
        }}
      />
      <StepList
        steps={steps}
        wrong={wrong}
        edit={edit}
        put={(next) => {
          put(next);
          edit(undefined);
        }}
      />
      <p className="actions">
        <button
          type="button"
          disabled={steps.length === 0 || query.isFetching}
          onClick={() => (isTried ? void query.refetch() : change({ try: 'yes', found: undefined }))}
        >
          {query.isFetching ? 'Trying …' : isTried ? 'Try again' : 'Try'}
        </button>
        <span className="quiet">on a copy in memory: nothing is stored</span>
      </p>
      {isTried && <Tried query={query} />}
    </section>
  );
}

function Tried({ query }: { readonly query: UseQueryResult<WhatIfQuery> }): ReactNode {
  return (
    <ShownOfCluster query={query} rows={16}>
      {({ whatIf }) => (
        <>
          <p className="quiet">
            On the cluster as it was at {dayAndTime(whatIf.at)}.{' '}
            <ViewLink to="." search={{ found: whatIf.id, try: undefined }}>
              This very answer
            </ViewLink>{' '}
            is kept for an hour.
          </p>
          <WhatIfResult whatIf={whatIf} />
        </>
      )}
    </ShownOfCluster>
  );
}

function StepList({
  steps,
  wrong,
  edit,
  put,
}: {
  readonly steps: readonly Step[];
  /** What the service said of each, by its place. */
  readonly wrong: ReadonlyMap<number, readonly FieldProblem[]>;
  readonly edit: (place: number) => void;
  readonly put: (steps: readonly Step[]) => void;
}): ReactNode {
  if (steps.length === 0)
    return <p className="quiet">No steps yet. The last one usually is schedule: it says where pods go then.</p>;
  return (
    <ol aria-label="Steps to try">
      {steps.map((step, index) => (
        <li key={index}>
          {stepText(step)}{' '}
          <button type="button" aria-label={`Change step ${index + 1}`} onClick={() => edit(index)}>
            ✎
          </button>{' '}
          <button
            type="button"
            aria-label={`Without step ${index + 1}`}
            onClick={() => put(steps.filter((_, place) => place !== index))}
          >
            ✕
          </button>{' '}
          {index > 0 && (
            <button type="button" aria-label={`Step ${index + 1} before`} onClick={() => put(swapped(steps, index))}>
              ↑
            </button>
          )}
          {(wrong.get(index) ?? []).map(({ field, message }) => (
            <p key={`${field} ${message}`} className="problem refused">
              <code>{field}</code> {message}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

function swapped(steps: readonly Step[], index: number): readonly Step[] {
  return steps.map((step, place) => {
    if (place === index) return steps[index - 1] ?? step;
    return place === index - 1 ? (steps[index] ?? step) : step;
  });
}
