import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { problemOf, useAsk } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { WhatIfDocument, type WhatIfQuery } from '../../generated/documents.js';
import { useChange, useLongParameter, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';
import { StepCards } from './step-cards.js';
import { StepForm } from './step-form.js';
import { stepProblems } from './step-problems.js';
import { stepAsOffered, stepsIn, type Step } from './steps.js';
import { countsText, WhatIfResult } from './what-if-result.js';

/** Steps, one after the other, and what comes of them once they are tried. */
export function StepsPart(): ReactNode {
  const { cluster, at } = usePlace();
  const [text, shorten] = useLongParameter('steps');
  const [asked] = useParameter('try');
  const change = useChange();
  const steps = stepsIn(text ?? '');
  const isTried = asked !== '' && steps.length > 0;
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
      <StepCards
        steps={steps}
        edited={edited}
        wrong={wrong}
        became={isTried ? becameOf(query.data) : []}
        edit={edit}
        put={(next) => {
          put(next);
          edit(undefined);
        }}
      >
        <strong className="title">{edited === undefined ? 'Add a step' : `Change step ${edited + 1}`}</strong>
        <StepForm
          key={edited ?? 'new'}
          step={edited === undefined ? undefined : steps[edited]}
          problems={edited === undefined ? [] : (wrong.get(edited) ?? [])}
          take={(step) => {
            put(edited === undefined ? [...steps, step] : steps.with(edited, step));
            edit(undefined);
          }}
        />
      </StepCards>
      {steps.length === 0 && <Starts put={put} />}
      <p className="actions">
        <Button
          kind="main"
          isDisabled={steps.length === 0 || query.isFetching}
          onPress={() => (isTried ? void query.refetch() : change({ try: 'yes', found: undefined }))}
        >
          {query.isFetching ? 'Trying …' : isTried ? 'Try again' : 'Try'}
        </Button>
        <span className="quiet">on a copy in memory: nothing is stored</span>
      </p>
      {isTried && <Tried query={query} />}
    </section>
  );
}

/** What came of each step, in numbers; of none before there is an answer. */
function becameOf(data: WhatIfQuery | undefined): readonly string[] {
  return (data?.cluster?.whatIf.steps ?? []).map(({ counts }) => countsText(counts));
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
          <WhatIfResult whatIf={whatIf} isBelowSteps />
        </>
      )}
    </ShownOfCluster>
  );
}

const STARTS: readonly (readonly [title: string, kinds: readonly string[]])[] = [
  ['One more node, then schedule', ['addNodes', 'schedule']],
  ['Another profile, then schedule', ['profile', 'schedule']],
  ['Schedule what is pending', ['schedule']],
];

/** Steps to begin with, where there are none. */
function Starts({ put }: { readonly put: (steps: readonly Step[]) => void }): ReactNode {
  return (
    <p className="actions">
      <span className="quiet">Or begin with:</span>
      {STARTS.map(([title, kinds]) => (
        <Button key={title} onPress={() => put(kinds.map(stepAsOffered))}>
          {title}
        </Button>
      ))}
    </p>
  );
}
