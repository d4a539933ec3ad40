import type { ReactNode } from 'react';
import {
  problemOf,
  queries,
  session,
  signIn,
  signInAddress,
  signInIssuer,
  signOut,
  takeKey,
  useCalling,
  useObserved,
  useRead,
  type Identity,
} from '../api/index.js';
import { Button, Check, Field } from '../controls/index.js';
import { Dialog } from '../dialog/index.js';
import { valuesOf } from '../form/index.js';
import { Problem } from '../states/index.js';

/** Asks for the key that the service wants: for this tab, or for all tabs until the browser is closed. */
export function KeyDialog({ close }: { readonly close: () => void }): ReactNode {
  const { key, team, isSignedIn, signInProblem } = useObserved(session);
  const { run, isRunning, error } = useCalling(async (change: () => Promise<void>) => {
    await change();
    void queries.resetQueries();
    close();
  });
  const take = async ({ stays, ...next }: Identity & { readonly stays?: string }): Promise<void> => {
    if (stays === undefined) takeKey(next);
    else await signIn(next);
  };
  return (
    <Dialog
      title="Key"
      close={() => {
        session.set({ ...session.value, isKeyWanted: false, signInProblem: undefined });
        close();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // A key that is in use may be used on for another team.
          const next = { key, ...valuesOf(new FormData(event.currentTarget)) };
          if (next.key !== undefined) void run(() => take(next));
        }}
      >
        <NotSignedIn why={signInProblem} />
        <State />
        <AtIssuer team={team} />
        <div className="inline">
          <Field label="Key" name="key" kind="secret" placeholder="berth_…" size={30} autoFocus />
          <Field label="Team" name="team" fallback={team} placeholder="if you belong to several" size={22} />
        </div>
        <Check name="stays">Stay signed in, in all tabs, until the browser is closed</Check>
        <p className="actions">
          <Button submits isPending={isRunning}>
            Use it
          </Button>
          {(key !== undefined || isSignedIn) && (
            <Button isPending={isRunning} onPress={() => void run(signOut)}>
              {isSignedIn ? 'Sign out' : 'Remove the present key'}
            </Button>
          )}
        </p>
        {error !== undefined && <Problem problem={problemOf(error)} />}
      </form>
    </Dialog>
  );
}

/** Why signing in at the issuer has failed. */
function NotSignedIn({ why }: { readonly why: string | undefined }): ReactNode {
  if (why === undefined) return null;
  return (
    <p className="problem refused" role="alert">
      {why} Sign in again, or use a key.
    </p>
  );
}

/** The way to the issuer, where the service has one for readers of the page. */
function AtIssuer({ team }: { readonly team: string | undefined }): ReactNode {
  const { data: issuer } = useRead('GET /ui/sign-in/issuer', signInIssuer);
  if (typeof issuer !== 'string') return null;
  return (
    <p>
      <a className="button main" href={signInAddress(team)}>
        Sign in at {new URL(issuer).host}
      </a>
    </p>
  );
}

/** What is in use, and what the service says of it. */
function State(): ReactNode {
  const { key, isSignedIn, isKeyWanted, refusal, signInProblem } = useObserved(session);
  const isUsed = key !== undefined || isSignedIn;
  const used = isSignedIn ? 'This browser is signed in.' : 'This tab uses a key.';
  const wanted = isUsed ? 'The service does not accept this key.' : 'The service requires a key.';
  return (
    <>
      <p>
        {isKeyWanted && signInProblem === undefined ? wanted : isUsed ? used : 'This tab uses no key.'} A key is stored
        for this tab only, and sent to this service only. A browser that stays signed in has a cookie in its place,
        which no script can read.
      </p>
      {isUsed && refusal !== undefined && <p>It says: {refusal}.</p>}
    </>
  );
}
