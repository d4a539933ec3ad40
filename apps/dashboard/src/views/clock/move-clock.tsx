import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { RoleButton } from '../../access/index.js';
import { problemOf, refresh, useAsk, useMutating } from '../../api/index.js';
import { Button, Field } from '../../controls/index.js';
import { valuesOf } from '../../form/index.js';
import {
  CancelOperationDocument,
  ClockMovementDocument,
  MoveClockDocument,
  type ClockMode,
  type ClockMoveInput,
} from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { Problem, Refusals } from '../../states/index.js';

const PROGRESS_MS = 500;
const UNDER_WAY: readonly (string | undefined)[] = ['queued', 'running'];
const STEPS = ['1m', '10m', '1h'];

/** Lets the time of a cluster pass: by so much, until nothing changes any more, or by itself. */
export function MoveClock({ mode }: { readonly mode: ClockMode }): ReactNode {
  const { cluster } = usePlace();
  const { run, isRunning, result, error } = useMutating(MoveClockDocument);
  const [operation, follow] = useState<string>();
  const isUnderWay = useMovement(operation);
  const move = async (how: Omit<ClockMoveInput, 'clusterId'>): Promise<void> => {
    const started = (await run({ input: { clusterId: cluster, ...how } }))?.startMoveClock.operation;
    if (started != null) follow(started.uid);
  };
  const advance = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { by } = valuesOf(new FormData(event.currentTarget));
    if (by !== undefined) void move({ advance: by });
  };
  const disabled = isRunning || isUnderWay;
  return (
    <form className="card inline" onSubmit={advance} aria-label="Let time pass">
      {STEPS.map((step) => (
        <RoleButton key={step} takes="editor" isDisabled={disabled} onPress={() => void move({ advance: step })}>
          + {step}
        </RoleButton>
      ))}
      <Field label="Advance by" name="by" size={8} placeholder="2h30m" isRequired />
      <RoleButton submits takes="editor" isDisabled={disabled}>
        Advance
      </RoleButton>
      <RoleButton takes="editor" isDisabled={disabled} onPress={() => void move({ settle: true })}>
        Until nothing changes
      </RoleButton>
      <RoleButton
        takes="editor"
        isDisabled={disabled}
        onPress={() => void move({ mode: mode === 'real' ? 'virtual' : 'real' })}
      >
        {mode === 'real' ? 'Stop the clock' : 'Let it run'}
      </RoleButton>
      {operation !== undefined && <Movement id={operation} />}
      <Refusals refusals={result?.startMoveClock.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </form>
  );
}

/** Whether a movement is under way; what is shown of the cluster is read again when it has ended. */
function useMovement(id: string | undefined): boolean {
  const { cluster } = usePlace();
  const state = useWatched(id)?.state;
  const isUnderWay = id !== undefined && (state === undefined || UNDER_WAY.includes(state));
  useEffect(() => {
    if (!isUnderWay) refresh(cluster);
  }, [cluster, isUnderWay]);
  return isUnderWay;
}

function useWatched(id: string | undefined) {
  const query = useAsk(
    ClockMovementDocument,
    { id: id ?? '' },
    { isAsked: id !== undefined, everyMs: (answer) => UNDER_WAY.includes(answer?.operation?.state) && PROGRESS_MS },
  );
  const operation = query.data?.operation;
  // The answer about the movement before stays until there is one about this.
  return operation?.uid === id ? operation : undefined;
}

function Movement({ id }: { readonly id: string }): ReactNode {
  const operation = useWatched(id);
  const cancelling = useMutating(CancelOperationDocument);
  if (operation === undefined || operation === null) return null;
  const { state, progress, problem } = operation;
  return (
    <p role="status" className="wide">
      {UNDER_WAY.includes(state) ? (
        <>
          <progress
            max={Math.max(1, Number(progress.total))}
            value={Number(progress.done)}
            aria-label="Time that has passed"
          />{' '}
          {progress.done} of {progress.total} {progress.unit}{' '}
          <Button onPress={() => void cancelling.run({ input: { operationId: id } })}>Cancel</Button>
        </>
      ) : problem === null ? (
        'Time has passed.'
      ) : (
        `${problem.message} (${problem.code})`
      )}
    </p>
  );
}
