import { useState, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice, DescribedForm } from '../../form/index.js';
import { WhatIfDocument } from '../../generated/documents.js';
import { useChange, useLongParameter, useParameter, usePlace } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';
import { STEP_KINDS, stepOf, stepsIn, stepText, type Step } from './steps.js';
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
  const put = (next: readonly Step[]): void =>
    change({ steps: next.length === 0 ? undefined : shorten(JSON.stringify(next)), try: undefined });
  if (text === undefined)
    return (
      <Empty title="These steps are in another tab">
        They were too long for an address, and are kept by the tab that made them.
      </Empty>
    );
  return (
    <section aria-label="Steps">
      <NewStep add={(step) => put([...steps, step])} />
      <StepList steps={steps} put={put} />
      <p className="actions">
        <button
          type="button"
          disabled={steps.length === 0 || query.isFetching}
          onClick={() => (isTried ? void query.refetch() : change({ try: 'yes' }))}
        >
          {query.isFetching ? 'Trying …' : isTried ? 'Try again' : 'Try'}
        </button>
        <span className="quiet">on a copy in memory: nothing is kept</span>
      </p>
      {isTried && (
        <ShownOfCluster query={query} rows={16}>
          {({ whatIf }) => (
            <>
              <p className="quiet">On the cluster as it was at {dayAndTime(whatIf.at)}.</p>
              <WhatIfResult whatIf={whatIf} />
            </>
          )}
        </ShownOfCluster>
      )}
    </section>
  );
}

function NewStep({ add }: { readonly add: (step: Step) => void }): ReactNode {
  const [kind, setKind] = useState('drain');
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <Choice label="Step" value={kind} choose={setKind} of={Object.keys(STEP_KINDS)} />
      <DescribedForm
        key={kind}
        fields={STEP_KINDS[kind]?.fields ?? []}
        submit="Add"
        send={(values) => {
          const step = stepOf(kind, values);
          const wrong = typeof step['problem'] === 'string' ? step['problem'] : undefined;
          setProblem(wrong);
          if (wrong === undefined) add(step);
        }}
      />
      {problem !== undefined && (
        <p role="alert" className="problem refused">
          {problem}
        </p>
      )}
    </>
  );
}

function StepList({
  steps,
  put,
}: {
  readonly steps: readonly Step[];
  readonly put: (steps: readonly Step[]) => void;
}): ReactNode {
  if (steps.length === 0)
    return <p className="quiet">No steps yet. The last one usually is schedule: it says where pods go then.</p>;
  return (
    <ol aria-label="Steps to try">
      {steps.map((step, index) => (
        <li key={index}>
          {stepText(step)}{' '}
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
