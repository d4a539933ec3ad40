import { useState, type ReactNode } from 'react';
import { session, useHeads, useObserved } from '../api/index.js';
import { paths, usePlace, ViewLink } from '../place/index.js';
import { VIEWS } from '../views/views.js';
import { KeyDialog } from './key-dialog.js';
import { KeysHelp } from './keys-help.js';
import type { Opened } from './opened.js';
import { Palette } from './palette.js';
import { RequestDialog } from './request-dialog.js';
import { nextTheme, useTheme } from './theme.js';
import { TimeBar } from './time-bar.js';
import { useKeys } from './use-keys.js';

/** What is around every view: whose cluster, as of when, the other views, and what is open over them. */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const { cluster } = usePlace();
  const [opened, open] = useState<Opened>();
  const { isKeyWanted } = useObserved(session);
  useHeads(cluster);
  useKeys(open);
  // A dialog says that it is closed a little later: another may be open by then.
  const close = (): void => open((now) => (now === opened ? undefined : now));
  return (
    <>
      <a className="skip" href="#view">
        Skip to the view
      </a>
      <header className="bar">
        <ViewLink to={paths.clusters()} className="brand">
          Berth
        </ViewLink>
        <button type="button" className="where" onClick={() => open('palette')}>
          {cluster === '' ? 'Find …' : cluster} <kbd>Ctrl K</kbd>
        </button>
        {cluster !== '' && <TimeBar />}
        <span className="grow" />
        <Buttons open={open} />
      </header>
      {cluster !== '' && <Views cluster={cluster} />}
      <main id="view" tabIndex={-1}>
        {children}
      </main>
      {opened === 'palette' && <Palette close={close} open={open} />}
      {opened === 'keys' && <KeysHelp close={close} />}
      {opened === 'request' && <RequestDialog close={close} />}
      {(opened === 'key' || isKeyWanted) && <KeyDialog close={close} />}
    </>
  );
}

function Buttons({ open }: { readonly open: (opened: Opened) => void }): ReactNode {
  const [theme, setTheme] = useTheme();
  const { key } = useObserved(session);
  return (
    <span className="buttons">
      <button type="button" onClick={() => open('request')} title="This view as GraphQL and curl">
        {'{ }'}
      </button>
      <button type="button" onClick={() => open('key')} title="The key that this tab uses">
        {key === undefined ? 'no key' : 'key'}
      </button>
      <button type="button" onClick={() => setTheme(nextTheme(theme))} title="Colours">
        {theme}
      </button>
      <button type="button" onClick={() => open('keys')} title="Keys" aria-label="Keys">
        ?
      </button>
    </span>
  );
}

function Views({ cluster }: { readonly cluster: string }): ReactNode {
  return (
    <nav className="views" aria-label="Views">
      {VIEWS.map(
        ({ path, title, of }) =>
          of && (
            <ViewLink key={path} to={of(cluster)} isExact={of(cluster) === paths.overview(cluster)}>
              {title}
            </ViewLink>
          ),
      )}
    </nav>
  );
}
