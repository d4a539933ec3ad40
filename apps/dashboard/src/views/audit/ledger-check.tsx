import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { refresh, session, useAsk, useMutating } from '../../api/index.js';
import { saveText } from '../../drawing/index.js';
import { ProofsDocument, SignCheckpointDocument } from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { verifyInWorker, type Said } from '../../proof/index.js';
import { Refusals, Shown } from '../../states/index.js';
import { amount, dayAndTime } from '../../words/index.js';

/** The whole ledger, verified in this browser against a key and checkpoints that the reader brings. */
export function LedgerCheck(): ReactNode {
  const { cluster, at } = usePlace();
  const query = useAsk(ProofsDocument, { cluster });
  const signing = useMutating(SignCheckpointDocument);
  const sign = async (): Promise<void> => {
    await signing.run({ input: { clusterId: cluster } });
    refresh(cluster);
  };
  return (
    <section>
      <h2>The ledger</h2>
      <Shown query={query} rows={6}>
        {({ cluster: found, signingKey }) => {
          const checkpoints = found?.checkpoints.edges.map(({ node }) => node) ?? [];
          const [last] = checkpoints;
          return (
            <>
              <p>
                {last === undefined
                  ? 'No checkpoint was signed yet.'
                  : `The last checkpoint is of ${last.size} revisions, signed ${dayAndTime(last.at)}.`}{' '}
                {last !== undefined && (
                  <button type="button" onClick={() => saveText(`${cluster}.checkpoint`, last.note, 'text/plain')}>
                    Keep it
                  </button>
                )}{' '}
                <button type="button" onClick={() => saveText('berth.pem', signingKey.publicKeyPem, 'text/plain')}>
                  Download the key
                </button>{' '}
                {at === undefined && (
                  <button type="button" disabled={signing.isRunning} onClick={() => void sign()}>
                    Sign a checkpoint now
                  </button>
                )}
              </p>
              <Refusals refusals={signing.result?.createCheckpoint.refusals ?? []} />
              {found?.archives.edges.map(({ node: { id, revisions, archivedAt, ledgerFile } }) => (
                <p key={id}>
                  Revisions {revisions.first} to {revisions.last} lie in {ledgerFile.path} since{' '}
                  {dayAndTime(archivedAt)}.
                </p>
              ))}
              <Check serviceKey={signingKey.verifierKey} />
            </>
          );
        }}
      </Shown>
    </section>
  );
}

function Check({ serviceKey }: { readonly serviceKey: string }): ReactNode {
  const { cluster } = usePlace();
  const [said, setSaid] = useState<Said>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const verify = async (form: FormData): Promise<void> => {
    const file = form.get('file');
    const notes = form.get('notes');
    const key = form.get('key');
    const { key: apiKey, team } = session.value;
    const service = { url: location.origin, key: apiKey, team };
    const from = file instanceof File && file.size > 0 ? file : { service, cluster };
    stop.current?.();
    setSaid({ bytes: 0 });
    stop.current = verifyInWorker(
      {
        from,
        key: typeof key === 'string' && key.trim() !== '' ? key : serviceKey,
        notes: notes instanceof File ? await notes.text() : '',
      },
      setSaid,
    );
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void verify(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={onSubmit} aria-label="Verify the ledger here">
      <p className="actions">
        <label>
          Ledger <input type="file" name="file" accept=".ndjson,.gz" title="the service’s own if none is given" />
        </label>
        <label>
          Key <input name="key" size={40} placeholder="the service’s own; better your own copy" />
        </label>
        <label>
          Checkpoints that you kept <input type="file" name="notes" />
        </label>
        <button type="submit">Verify here</button>
      </p>
      <div role="status">{said !== undefined && <Outcome said={said} />}</div>
    </form>
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
