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
              ? 'The service wants a key.'
              : 'The service does not take this key.'
            : key === undefined
              ? 'This tab uses no key.'
              : 'This tab uses a key.'}{' '}
          It is kept for this tab alone, and sent to this service alone.
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
            title="Which team you act for, when a token is used and you are in several"
            placeholder="when you are in several"
          />
        </label>
        <p className="actions">
          <button type="submit">Use it</button>
          {key !== undefined && (
            <button type="button" onClick={() => take({})}>
              Forget the one in use
            </button>
          )}
        </p>
      </form>
    </Dialog>
  );
}
