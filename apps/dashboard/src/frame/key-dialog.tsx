import type { ReactNode } from 'react';
import { queries, session, takeKey, useObserved, type Identity } from '../api/index.js';
import { Dialog } from '../dialog/index.js';
import { valuesOf } from '../form/index.js';

/** Asks for the key that the service wants. It stays in this tab, and goes with it. */
export function KeyDialog({ close }: { readonly close: () => void }): ReactNode {
  const { key, team, isKeyWanted, refusal } = useObserved(session);
  const take = (next: Identity): void => {
    takeKey(next);
    void queries.resetQueries();
    close();
  };
  return (
    <Dialog
      title="Key"
      close={() => {
        session.set({ key, team, isKeyWanted: false });
        close();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // A key that is in use may be used on for another team.
          const next = { key, ...valuesOf(new FormData(event.currentTarget)) };
          if (next.key !== undefined) take(next);
        }}
      >
        <p>
          {isKeyWanted
            ? key === undefined
              ? 'The service requires a key.'
              : 'The service does not accept this key.'
            : key === undefined
              ? 'This tab uses no key.'
              : 'This tab uses a key.'}{' '}
          It is stored for this tab only, and sent to this service only.
        </p>
        {key !== undefined && refusal !== undefined && <p>It says: {refusal}.</p>}
        <label>
          Key <input name="key" type="password" autoComplete="off" placeholder="berth_…" />
        </label>{' '}
        <label>
          Team{' '}
          <input
            name="team"
            autoComplete="off"
            defaultValue={team}
            title="The team you act for, if you use a token and belong to several"
            placeholder="if you belong to several"
          />
        </label>
        <p className="actions">
          <button type="submit">Use it</button>
          {key !== undefined && (
            <button type="button" onClick={() => take({})}>
              Remove the present key
            </button>
          )}
        </p>
      </form>
    </Dialog>
  );
}
