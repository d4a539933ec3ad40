import type { ReactNode } from 'react';
import { queries, session, takeKey, useObserved } from '../api/index.js';
import { Dialog } from '../dialog/index.js';

/** Asks for the key that the service wants. It stays in this tab, and goes with it. */
export function KeyDialog({ close }: { readonly close: () => void }): ReactNode {
  const { key, isKeyWanted } = useObserved(session);
  const take = (next: string | undefined): void => {
    takeKey(next);
    void queries.resetQueries();
    close();
  };
  return (
    <Dialog
      title="Key"
      close={() => {
        session.set({ key, isKeyWanted: false });
        close();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get('key');
          if (typeof given === 'string' && given.trim() !== '') take(given.trim());
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
        <label>
          Key <input name="key" type="password" autoComplete="off" placeholder="berth_…" />
        </label>
        <p className="actions">
          <button type="submit">Use it</button>
          {key !== undefined && (
            <button type="button" onClick={() => take(undefined)}>
              Forget the one in use
            </button>
          )}
        </p>
      </form>
    </Dialog>
  );
}
