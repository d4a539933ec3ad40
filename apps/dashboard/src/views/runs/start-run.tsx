import { useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { RoleButton } from '../../access/index.js';
import { problemOf, useMutating } from '../../api/index.js';
import { Check, ChoiceField, Field } from '../../controls/index.js';
import { ScheduleDocument, type Preemption } from '../../generated/documents.js';
import { paths, usePlace } from '../../place/index.js';
import { Problem, Refusals } from '../../states/index.js';

/** Asks for a run, for real or only to see, and goes to it. */
export function StartRun({ profiles }: { readonly profiles: readonly string[] }): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const { run, isRunning, result, error } = useMutating(ScheduleDocument);
  const start = async (form: FormData): Promise<void> => {
    const text = (name: string): string => textIn(form, name);
    const started = await run({
      input: {
        clusterId: cluster,
        wait: false,
        dryRun: form.has('dryRun'),
        preemption: text('preemption') as Preemption,
        ...(text('profile') !== '' && { profile: text('profile') }),
        ...(text('namespace') !== '' && { pods: { namespace: text('namespace') } }),
      },
    });
    const uid = started?.schedule.run?.uid;
    if (uid !== undefined) void navigate({ to: paths.runs(cluster, uid) });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void start(new FormData(event.currentTarget));
  };
  return (
    <form className="card inline" aria-label="A new run" onSubmit={onSubmit}>
      <Field label="Pending pods of" name="namespace" size={18} placeholder="every namespace" />
      <ChoiceField label="Profile" name="profile" of={['', ...profiles]} nothing="the profile of each pod" />
      <ChoiceField label="Preemption" name="preemption" of={['off', 'nominate', 'evict']} fallback="nominate" />
      <Check name="dryRun">Only try</Check>
      <RoleButton submits takes="scheduler" isPending={isRunning}>
        Schedule
      </RoleButton>
      <Refusals refusals={result?.schedule.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </form>
  );
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
