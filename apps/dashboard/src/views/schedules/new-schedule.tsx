import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { clusterRef } from '#client';
import { RoleButton } from '../../access/index.js';
import { problemOf, queries, useMutating } from '../../api/index.js';
import { Choice, ChoiceField, Copy, Field } from '../../controls/index.js';
import { Dialog } from '../../dialog/index.js';
import { namesIn, valuesOf } from '../../form/index.js';
import { CreateScheduleDocument, type CreateScheduleInput } from '../../generated/documents.js';
import { paths, usePlace } from '../../place/index.js';
import { Problem, Refusals } from '../../states/index.js';

/** Common times of a cron expression; another one is typed. */
const TIMES = ['0 7 * * MON', '0 7 * * *', '0 * * * *', '*/5 * * * *'];
const PERIODS = ['', 'last-hour', 'last-day', 'last-week', 'last-month', 'last-quarter', 'last-year'];
const WORKS = ['report', 'run', 'checkpoint', 'verification', 'comparison'];

interface Choices {
  readonly reports: readonly string[];
  readonly clusters: readonly { readonly name: string; readonly team: string }[];
  /** The reader's own. */
  readonly team: string;
}

/** Work that is to run by itself from now on, and where its results go. */
export function NewSchedule(choices: Choices): ReactNode {
  const navigate = useNavigate();
  const { run, isRunning, result, error, forget } = useMutating(CreateScheduleDocument);
  const answer = result?.createSchedule;
  const go = (name: string): void => {
    void queries.invalidateQueries({ queryKey: [''] });
    void navigate({ to: paths.schedules(name) });
  };
  const create = async (input: CreateScheduleInput): Promise<void> => {
    const made = (await run({ input }))?.createSchedule;
    // The secret is shown only once, and only a webhook needs it.
    if (made?.schedule != null && made.secret === null) go(made.schedule.name);
  };
  return (
    <>
      <Fields {...choices} isRunning={isRunning} create={(input) => void create(input)} />
      <Refusals refusals={answer?.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
      {answer?.schedule != null && answer.secret !== null && (
        <Secret
          secret={answer.secret}
          close={() => {
            forget();
            go(answer.schedule?.name ?? '');
          }}
        />
      )}
    </>
  );
}

function Fields({
  reports,
  clusters,
  team,
  isRunning,
  create,
}: Choices & { readonly isRunning: boolean; readonly create: (input: CreateScheduleInput) => void }): ReactNode {
  const { search } = usePlace();
  const [work, setWork] = useState('report');
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    create(inputOf(valuesOf(new FormData(event.currentTarget))));
  };
  return (
    <form className="card inline" onSubmit={onSubmit} aria-label="A new schedule">
      <Field
        label="Name"
        name="name"
        isRequired
        maxLength={63}
        placeholder="weekly"
        pattern="[a-z0-9]([-a-z0-9]*[a-z0-9])?"
      />
      <Choice label="What" of={WORKS} value={work} choose={setWork} />
      <input type="hidden" name="work" value={work} />
      {work === 'report' && <ChoiceField label="Report" name="report" of={reports} fallback={search['report']} />}
      <ChoiceField
        key={`cluster of ${work}`}
        label="Cluster"
        name="cluster"
        of={[
          ...(work === 'report' || work === 'verification' ? [''] : []),
          ...clusters.map((one) => clusterRef(one, team)),
        ]}
        nothing="all that you see"
        fallback={search['cluster']}
      />
      {work === 'comparison' && <Field label="Profile" name="profile" isRequired />}
      <When />
      <Delivery />
      <RoleButton submits takes="viewer" isPending={isRunning}>
        Create the schedule
      </RoleButton>
    </form>
  );
}

function When(): ReactNode {
  return (
    <>
      <Field label="At the times (cron)" name="cron" isRequired list="times" fallback={TIMES[0]} size={14} />
      <datalist id="times">
        {TIMES.map((time) => (
          <option key={time} value={time} />
        ))}
      </datalist>
      <Field label="Time zone" name="zone" fallback={Intl.DateTimeFormat().resolvedOptions().timeZone} size={16} />
      <ChoiceField label="About the period" name="period" of={PERIODS} nothing="the present, or all" />
    </>
  );
}

function Delivery(): ReactNode {
  return (
    <>
      <Field label="Deliver to" name="to" size={30} placeholder="file:reports/ or https://…" />
      <Field label="Forms" name="formats" size={12} placeholder="csv" />
      <Field
        label="Only if"
        name="condition"
        size={34}
        placeholder="rows.exists(r, r.pods > 10)"
        hint="a CEL expression over the rows"
      />
    </>
  );
}

function inputOf({
  to,
  formats,
  name = '',
  cron = '',
  ...rest
}: Readonly<Record<string, string>>): CreateScheduleInput {
  return {
    ...{ name, cron, ...rest },
    ...(to !== undefined && { to: [...namesIn(to)] }),
    ...(formats !== undefined && { formats: [...namesIn(formats)] }),
  };
}

/** The one time that it is shown. */
function Secret({ secret, close }: { readonly secret: string; readonly close: () => void }): ReactNode {
  return (
    <Dialog title="The secret of the webhook" close={close}>
      <p>Each message is signed with it. It is shown only once.</p>
      <pre className="command" tabIndex={0}>
        {secret}
      </pre>
      <Copy text={secret} />
    </Dialog>
  );
}
