import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { RoleButton } from '../../access/index.js';
import { berth, problemOf, queries, refresh, useAsk, useMutating } from '../../api/index.js';
import { Button, Check, Field } from '../../controls/index.js';
import {
  DiscardDocument,
  ForkDocument,
  OriginDocument,
  OriginNameDocument,
  type OriginQuery,
} from '../../generated/documents.js';
import { valuesOf } from '../../form/index.js';
import { notify } from '../../notices/index.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Problem, Refusals, ShownOfCluster } from '../../states/index.js';
import { requestsOf } from './for-real.js';
import { stepsIn, stepText, type Step } from './steps.js';

type Cluster = NonNullable<OriginQuery['cluster']>;

/** The way that keeps what was tried: fork, change, schedule, compare, discard. */
export function ForkWay(): ReactNode {
  const { cluster, at } = usePlace();
  const query = useAsk(OriginDocument, { cluster });
  return (
    <ShownOfCluster query={query} rows={4}>
      {(found) => (
        <section className="card" aria-label="In a fork">
          <h2>In a fork, to keep</h2>
          {found.origin === null ? (
            <p className="quiet">A fork is a separate cluster that continues this history.</p>
          ) : null}
          <NewFork at={at} />
          <Forks cluster={found} />
          {found.origin !== null && <OfFork name={found.name} origin={found.origin} />}
        </section>
      )}
    </ShownOfCluster>
  );
}

function NewFork({ at }: { readonly at: string | undefined }): ReactNode {
  const { cluster } = usePlace();
  const [steps] = useParameter('steps');
  const navigate = useNavigate();
  const { run, isRunning, result, error } = useMutating(ForkDocument);
  const fork = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { name = '' } = valuesOf(new FormData(event.currentTarget));
    const input = { clusterId: cluster, name, at: at ?? null };
    const made = (await run({ input }))?.forkCluster.cluster;
    if (made == null) return;
    notify(`This is the fork ${made.name} now.`);
    void queries.invalidateQueries();
    void navigate({ to: paths.whatIf(made.name), search: steps === '' ? {} : { steps } });
  };
  return (
    <form className="inline" onSubmit={(event) => void fork(event)}>
      <Field
        label={at === undefined ? 'Fork as it is, called' : 'Fork as it was then, called'}
        name="name"
        isRequired
        maxLength={63}
        placeholder={`${cluster}-try`}
      />
      <RoleButton submits takes="editor" isOfTeam isPending={isRunning}>
        Fork
      </RoleButton>
      <Refusals refusals={result?.forkCluster.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </form>
  );
}

function Forks({ cluster: { name, forks } }: { readonly cluster: Cluster }): ReactNode {
  if (forks.edges.length === 0) return null;
  return (
    <ul className="plain" aria-label="Forks">
      {forks.edges.map(({ node: fork }) => (
        <li key={fork.name}>
          <ViewLink to={paths.whatIf(fork.name)} search={{ at: undefined }}>
            {fork.name}
          </ViewLink>{' '}
          <ViewLink to={paths.diff(name)} search={{ with: fork.name }}>
            compare
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}

/** In a fork: its steps for real, what differs from where it came from, and its end. */
function OfFork({
  name,
  origin,
}: {
  readonly name: string;
  readonly origin: NonNullable<Cluster['origin']>;
}): ReactNode {
  const query = useAsk(OriginNameDocument, { id: origin.cluster });
  const from = query.data?.cluster?.name;
  return (
    <>
      <p>
        This is a fork, from revision {origin.revision} of {from ?? 'a deleted cluster'}.{' '}
        {from !== undefined && (
          <ViewLink to={paths.diff(from)} search={{ with: name, at: undefined }}>
            Compare with it
          </ViewLink>
        )}
      </p>
      <ForReal />
      <Discard name={name} to={from === undefined ? paths.clusters() : paths.whatIf(from)} />
    </>
  );
}

function ForReal(): ReactNode {
  const { cluster } = usePlace();
  const [text] = useParameter('steps');
  const [state, set] = useState<{
    readonly done: readonly string[];
    readonly error?: unknown;
    readonly isRunning: boolean;
  }>();
  const steps = stepsIn(text);
  const untried = steps.filter((step) => requestsOf(step) === undefined);
  const make = async (): Promise<void> => {
    set({ done: [], isRunning: true });
    const done: string[] = [];
    try {
      for (const step of steps) {
        await made(cluster, step);
        done.push(stepText(step));
      }
      set({ done, isRunning: false });
    } catch (error) {
      set({ done, error, isRunning: false });
    }
    refresh(cluster);
  };
  return (
    <>
      <p className="actions">
        <Button
          isDisabled={steps.length === 0 || untried.length > 0 || state?.isRunning === true}
          onPress={() => void make()}
        >
          Make the steps here
        </Button>
        <span className="quiet">
          {steps.length === 0 && 'There are no steps yet.'}
          {untried.map((step) => `${stepText(step)}: only possible in a what-if. `)}
        </span>
      </p>
      {state !== undefined && (
        <ul role="status" aria-label="Applied steps">
          {state.done.map((line, index) => (
            <li key={index}>{line}: done</li>
          ))}
        </ul>
      )}
      {state?.error !== undefined && <Problem problem={problemOf(state.error)} />}
    </>
  );
}

async function made(cluster: string, step: Step): Promise<void> {
  for (const { method, path, contentType, body } of requestsOf(step) ?? [])
    await berth().fetch(`/v1/clusters/${encodeURIComponent(cluster)}${path}`, {
      method,
      ...(body !== undefined && { body }),
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
    });
}

function Discard({ name, to }: { readonly name: string; readonly to: string }): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const [isSure, setSure] = useState(false);
  const { run, isRunning, result, error } = useMutating(DiscardDocument);
  const discard = async (): Promise<void> => {
    const answer = await run({ input: { clusterId: cluster } });
    if (answer === undefined || answer.deleteCluster.refusals.length > 0) return;
    notify(`The fork ${name} is discarded.`);
    void queries.invalidateQueries();
    void navigate({ to });
  };
  return (
    <>
      <p className="actions">
        <Check isChecked={isSure} turn={setSure}>
          {name} may go, with its history
        </Check>
        <Button isDisabled={!isSure || isRunning} onPress={() => void discard()}>
          Discard
        </Button>
      </p>
      <Refusals refusals={result?.deleteCluster.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </>
  );
}
