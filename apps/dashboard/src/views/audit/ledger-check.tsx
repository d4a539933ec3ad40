import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { RoleButton } from '../../access/index.js';
import { refresh, serviceOf, session, useAsk, useMutating } from '../../api/index.js';
import { Button, Field, FileField, Fold } from '../../controls/index.js';
import { saveText } from '../../drawing/index.js';
import { ProofsDocument, SignCheckpointDocument, type ProofsQuery } from '../../generated/documents.js';
import { notify } from '../../notices/index.js';
import { paths, revisionMoment, usePlace, ViewLink } from '../../place/index.js';
import { verifyInWorker, type Said, type Verdict } from '../../proof/index.js';
import { Refusals, Shown, Status } from '../../states/index.js';
import { amount, count, dayAndTime } from '../../words/index.js';
import { stateOf, stretchesOf } from './chain.js';

type Proofs = NonNullable<ProofsQuery['cluster']>;

/** The whole ledger as a chain, verified in this browser against a key and checkpoints that the reader may bring. */
export function LedgerCheck(): ReactNode {
  const { cluster } = usePlace();
  const query = useAsk(ProofsDocument, { cluster });
  const [said, setSaid] = useState<Said>();
  return (
    <section className="card proof">
      <h2>The ledger</h2>
      <Shown query={query} rows={6}>
        {({ cluster: found, signingKey }) => (
          <>
            {found !== null && <Chain found={found} verdict={said && 'verdict' in said ? said.verdict : undefined} />}
            <Verification serviceKey={signingKey.verifierKey} said={said} say={setSaid}>
              <Checkpoints found={found} publicKey={signingKey.publicKeyPem} />
            </Verification>
          </>
        )}
      </Shown>
    </section>
  );
}

/** The revisions in their order, cut where they were signed, with what was found of each stretch. */
function Chain({ found, verdict }: { readonly found: Proofs; readonly verdict: Verdict | undefined }): ReactNode {
  const { cluster } = usePlace();
  const { first, last } = found.history;
  if (first === null || last === null) return <p className="quiet">Nothing was written yet.</p>;
  const checkpoints = found.checkpoints.edges.map(({ node }) => node);
  const stretches = stretchesOf(Number(first.revision), Number(last.revision), checkpoints);
  return (
    <ol className="chain" aria-label="The chain">
      {stretches.map((stretch) => {
        const state = stateOf(stretch, verdict);
        return (
          <li key={stretch.first} className={state}>
            <strong>
              {stretch.first === stretch.last ? 'Revision ' : 'Revisions '}
              {count(stretch.first)}
              {stretch.first !== stretch.last && ` to ${count(stretch.last)}`}
            </strong>
            <Status of={state} />
            {state === 'broken' && verdict?.revision !== undefined && (
              <ViewLink to={paths.overview(cluster)} search={{ at: revisionMoment(verdict.revision) }}>
                at revision {count(verdict.revision)}
              </ViewLink>
            )}
            <span className="quiet">
              {stretch.signedAt === null ? 'not signed yet' : `signed ${dayAndTime(stretch.signedAt)}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Checkpoints({ found, publicKey }: { readonly found: Proofs | null; readonly publicKey: string }): ReactNode {
  const { cluster, at } = usePlace();
  const signing = useMutating(SignCheckpointDocument);
  const sign = async (): Promise<void> => {
    const answer = await signing.run({ input: { clusterId: cluster } });
    refresh(cluster);
    if (answer?.createCheckpoint.refusals.length === 0) notify('The chain is signed up to the last revision.');
  };
  const last = found?.checkpoints.edges[0]?.node;
  return (
    <>
      <p>
        {last === undefined
          ? 'No checkpoint was signed yet.'
          : `The last checkpoint is of ${last.size} revisions, signed ${dayAndTime(last.at)}.`}
      </p>
      <p className="actions">
        {at === undefined && (
          <RoleButton takes="auditor" isPending={signing.isRunning} onPress={() => void sign()}>
            Sign a checkpoint now
          </RoleButton>
        )}
        {last !== undefined && (
          <Button onPress={() => saveText(`${cluster}.checkpoint`, last.note, 'text/plain')}>
            Download the checkpoint
          </Button>
        )}
        <Button onPress={() => saveText('berth.pem', publicKey, 'text/plain')}>Download the key</Button>
      </p>
      <Refusals refusals={signing.result?.createCheckpoint.refusals ?? []} />
      {found?.archives.edges.map(({ node: { id, revisions, archivedAt, ledgerFile } }) => (
        <p key={id}>
          Revisions {revisions.first} to {revisions.last} lie in {ledgerFile.path} since {dayAndTime(archivedAt)}.
        </p>
      ))}
    </>
  );
}

function Verification({
  serviceKey,
  said,
  say,
  children,
}: {
  readonly serviceKey: string;
  readonly said: Said | undefined;
  readonly say: (said: Said) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { cluster } = usePlace();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const [{ key, notes, file }, bring] = useState<Brought>({});
  const verify = async (): Promise<void> => {
    stop.current?.();
    say({ bytes: 0 });
    const from = file ?? { service: serviceOf(session.value), cluster };
    stop.current = verifyInWorker({ from, key: key?.trim() || serviceKey, notes: (await notes?.text()) ?? '' }, say);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void verify();
  };
  return (
    <>
      <form onSubmit={onSubmit} aria-label="Verify the ledger here">
        <p className="actions">
          <RoleButton submits takes="auditor">
            Verify here
          </RoleButton>
          <span className="quiet">Computed in this browser, from the first revision to the signature.</span>
        </p>
        <div role="status">{said !== undefined && <Outcome said={said} />}</div>
        <Bringing bring={(more) => bring((before) => ({ ...before, ...more }))} />
      </form>
      {children}
    </>
  );
}

/** What a reader need not take from the service. */
interface Brought {
  readonly key?: string;
  readonly notes?: File;
  readonly file?: File;
}

function Bringing({ bring }: { readonly bring: (more: Brought) => void }): ReactNode {
  return (
    <Fold title="With a key, checkpoints or a ledger of your own">
      <div className="actions">
        <Field
          label="Key"
          size={40}
          change={(key) => bring({ key })}
          placeholder="the service’s own; better your own copy"
        />
        <FileField label="Checkpoints that you kept" take={(notes) => bring({ notes })} />
        <FileField
          label="Ledger"
          accept={['.ndjson', '.gz']}
          fallback="the service’s own"
          take={(file) => bring({ file })}
        />
      </div>
    </Fold>
  );
}

function Outcome({ said }: { readonly said: Said }): ReactNode {
  if ('bytes' in said) return <p>Reading: {amount('memory', said.bytes)}B</p>;
  if ('problem' in said) return <p className="problem failed">{said.problem}</p>;
  return (
    <ul className={said.verdict.holds ? 'plain' : 'plain problem failed'}>
      {said.verdict.lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
