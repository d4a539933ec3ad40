import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { clusterRef } from '#client';
import { RoleButton } from '../../access/index.js';
import { problemOf, queries, useMutating } from '../../api/index.js';
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
      <label>
        Name{' '}
        <input
          name="name"
          required
          maxLength={63}
          autoComplete="off"
          placeholder="weekly"
          pattern="[a-z0-9]([-a-z0-9]*[a-z0-9])?"
        />
      </label>
      <Select label="What" name="work" of={WORKS} value={work} choose={setWork} />
      {work === 'report' && <Select label="Report" name="report" of={reports} fallback={search['report']} />}
      <Select
        label="Cluster"
        name="cluster"
        of={[
          ...(work === 'report' || work === 'verification' ? [''] : []),
          ...clusters.map((one) => clusterRef(one, team)),
        ]}
        nothing="all that you see"
        fallback={search['cluster']}
      />
      {work === 'comparison' && (
        <label>
          Profile <input name="profile" required autoComplete="off" />
        </label>
      )}
      <When />
      <Delivery />
      <RoleButton submits takes="viewer" disabled={isRunning}>
        Create the schedule
      </RoleButton>
    </form>
  );
}

function When(): ReactNode {
  return (
    <>
      <label>
        At the times (cron) <input name="cron" required list="times" defaultValue={TIMES[0]} size={14} />
        <datalist id="times">
          {TIMES.map((time) => (
            <option key={time} value={time} />
          ))}
        </datalist>
      </label>
      <label>
        Time zone{' '}
        <input
          name="zone"
          defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
          size={16}
          autoComplete="off"
        />
      </label>
      <Select label="About the period" name="period" of={PERIODS} nothing="the present, or all" />
    </>
  );
}

function Delivery(): ReactNode {
  return (
    <>
      <label>
        Deliver to <input name="to" size={30} placeholder="file:reports/ or https://…" autoComplete="off" />
      </label>
      <label>
        Forms <input name="formats" size={12} placeholder="csv" autoComplete="off" />
      </label>
      <label>
        Only if{' '}
        <input
          name="condition"
          size={34}
          placeholder="rows.exists(r, r.pods > 10)"
          title="A CEL expression over the rows"
          autoComplete="off"
        />
      </label>
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

function Select({
  label,
  name,
  of,
  nothing = '',
  fallback,
  value,
  choose,
}: {
  readonly label: string;
  readonly name: string;
  readonly of: readonly string[];
  /** What the empty one is called. */
  readonly nothing?: string;
  readonly fallback?: string | undefined;
  readonly value?: string;
  readonly choose?: (value: string) => void;
}): ReactNode {
  return (
    <label>
      {label}{' '}
      <select
        name={name}
        {...(value === undefined ? { defaultValue: fallback } : { value })}
        onChange={({ target }) => choose?.(target.value)}
      >
        {of.map((one) => (
          <option key={one} value={one}>
            {one === '' ? nothing : one}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The one time that it is shown. */
function Secret({ secret, close }: { readonly secret: string; readonly close: () => void }): ReactNode {
  return (
    <Dialog title="The secret of the webhook" close={close}>
      <p>Each message is signed with it. It is shown only once.</p>
      <pre className="command" tabIndex={0}>
        {secret}
      </pre>
      <button type="button" onClick={() => void navigator.clipboard.writeText(secret)}>
        Copy
      </button>
    </Dialog>
  );
}
