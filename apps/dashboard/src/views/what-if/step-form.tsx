import { useState, type ReactNode } from 'react';
import type { FieldProblem } from '../../api/index.js';
import { Choice } from '../../controls/index.js';
import { DescribedForm } from '../../form/index.js';
import { fieldProblems } from './step-problems.js';
import { STEP_KINDS, stepOf, typedFor, type Step } from './steps.js';

const TITLES = Object.fromEntries(Object.entries(STEP_KINDS).map(([kind, { title }]) => [kind, title]));

/** The form of one step: of a new one of any kind, or of one that is to be another. */
export function StepForm({
  step,
  problems,
  take,
}: {
  /** The step that is changed; undefined for a new one. */
  readonly step: Step | undefined;
  readonly problems: readonly FieldProblem[];
  readonly take: (step: Step) => void;
}): ReactNode {
  const typed = step && typedFor(step);
  const [kind, setKind] = useState(typed?.kind ?? 'drain');
  const [problem, setProblem] = useState<string>();
  const { fields = [], whole } = STEP_KINDS[kind] ?? {};
  const isSame = typed?.kind === kind;
  // A field that was left empty stays empty, independent of the default of a new step.
  const values = isSame ? Object.fromEntries(fields.map(({ name }) => [name, typed.values[name] ?? ''])) : {};
  const own = problem === undefined ? {} : { [whole ?? '']: [problem] };
  return (
    <>
      <p className="actions">
        <Choice label="Step" value={kind} choose={setKind} of={Object.keys(STEP_KINDS)} names={TITLES} />
      </p>
      <DescribedForm
        key={kind}
        fields={fields}
        values={values}
        problems={{ ...(isSame && fieldProblems(problems, fields, whole)), ...own }}
        submit={step === undefined ? 'Add' : 'Change'}
        send={(sent) => {
          const next = stepOf(kind, sent);
          const wrong = typeof next['problem'] === 'string' ? next['problem'] : undefined;
          setProblem(wrong);
          if (wrong === undefined) take(next);
        }}
      />
    </>
  );
}
