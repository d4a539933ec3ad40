import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RoleButton } from '../../access/index.js';
import { ask, problemOf, useMutating } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import {
  CancelOperationDocument,
  OperationsDocument,
  ReplayDocument,
  VerifyDocument,
  type ToldFragment,
} from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { Problem, Refusals, Shown, Status } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';

const POLL_MS = 1_000;
const UNDER_WAY = ['queued', 'running'];

/** Verification of the database and replay of its decisions: they go on by themselves, and are looked at here. */
export function LongWork(): ReactNode {
  const { cluster, at } = usePlace();
  const query = useQuery({
    queryKey: [cluster, 'live', OperationsDocument.toString(), { cluster }],
    queryFn: ({ signal }) => ask(OperationsDocument, { cluster }, signal),
    refetchInterval: ({ state }) =>
      state.data?.operations.edges.some(({ node }) => UNDER_WAY.includes(node.state)) === true ? POLL_MS : false,
  });
  const verifying = useMutating(VerifyDocument);
  const replaying = useMutating(ReplayDocument);
  const error = verifying.error ?? replaying.error;
  const start = async (what: 'verify' | 'replay'): Promise<void> => {
    await (what === 'verify' ? verifying : replaying).run({ input: { clusterId: cluster } });
    void query.refetch();
  };
  return (
    <section className="card">
      <h2>The database</h2>
      {at === undefined && (
        <p className="actions">
          <RoleButton takes="auditor" isPending={verifying.isRunning} onPress={() => void start('verify')}>
            Verify it
          </RoleButton>
          <RoleButton takes="auditor" isPending={replaying.isRunning} onPress={() => void start('replay')}>
            Replay everything
          </RoleButton>
        </p>
      )}
      <Refusals refusals={verifying.result?.startVerification.refusals ?? []} />
      <Refusals refusals={replaying.result?.startReplay.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
      <Shown query={query} rows={3}>
        {({ operations: { edges } }) => (
          <ul className="plain">
            {edges.map(({ node }) => (
              <Operation key={node.uid} operation={node} />
            ))}
            {edges.length === 0 && <li className="quiet">It has not run lately.</li>}
          </ul>
        )}
      </Shown>
    </section>
  );
}

function Operation({ operation }: { readonly operation: ToldFragment }): ReactNode {
  const { uid, kind, state, createdAt, progress, problem, verification, replay } = operation;
  const cancelling = useMutating(CancelOperationDocument);
  return (
    <li>
      {kind} of {dayAndTime(createdAt)}: <Status of={state} />
      {UNDER_WAY.includes(state) && (
        <>
          {' '}
          <progress
            max={Math.max(1, Number(progress.total))}
            value={Number(progress.done)}
            aria-label="Progress"
          />{' '}
          {progress.done} of {progress.total} {progress.unit}{' '}
          <Button onPress={() => void cancelling.run({ input: { operationId: uid } })}>Cancel</Button>
        </>
      )}
      {problem !== null && ` ${problem.message} (${problem.code})`}
      {verification !== null && <Checks verification={verification} />}
      {replay !== null &&
        `: ${replay.identical} of ${replay.decisions} decisions identical, ${replay.different} different, ` +
          `${replay.notComparable} not comparable`}
      {replay !== null && replay.differences.map(({ decision, message }) => <p key={decision}>{message}</p>)}
    </li>
  );
}

function Checks({ verification }: { readonly verification: NonNullable<ToldFragment['verification']> }): ReactNode {
  return (
    <ul>
      {verification.checks.map(({ name, holds, checked, violations }) => (
        <li key={name}>
          <Status of={holds ? 'verified' : 'broken'} /> {name}, {checked} checked
          {violations.map(({ message }, index) => (
            <p key={index}>{message}</p>
          ))}
        </li>
      ))}
      <li className="quiet">
        {verification.notChecked.length} things are not checked: the API names them and says why.
      </li>
    </ul>
  );
}
