import { useLocation } from '@tanstack/react-router';
import { Braces, CircleHelp, KeyRound, Moon, Search, Sun, SunMoon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { session, useHeads, useObserved } from '../api/index.js';
import { usePlace } from '../place/index.js';
import { KeyDialog } from './key-dialog.js';
import { KeysHelp } from './keys-help.js';
import type { Opened } from './opened.js';
import { Palette } from './palette.js';
import { RequestDialog } from './request-dialog.js';
import { SideBar } from './side-bar.js';
import { nextTheme, useTheme } from './theme.js';
import { titleOf } from './title.js';
import { TimeBar } from './time-bar.js';
import { useFold } from './use-fold.js';
import { useKeys } from './use-keys.js';

/** What is around every view: whose cluster, as of when, the other views, and what is open over them. */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const { cluster, search } = usePlace();
  const isKiosk = 'kiosk' in search;
  const [isNarrow, fold] = useFold();
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = titleOf(pathname);
  }, [pathname]);
  const [opened, open] = useState<Opened>();
  const { isKeyWanted } = useObserved(session);
  useHeads(cluster);
  useKeys(open);
  // A dialog says that it is closed a little later: another may be open by then.
  const close = (): void => open((now) => (now === opened ? undefined : now));
  return (
    <div className={isKiosk ? 'app kiosk' : isNarrow ? 'app narrow' : 'app'}>
      <a className="skip" href="#view">
        Skip to the view
      </a>
      {!isKiosk && <SideBar cluster={cluster} isNarrow={isNarrow} fold={fold} />}
      <div>
        {!isKiosk && (
          <header className="bar">
            <button type="button" className="where" onClick={() => open('palette')}>
              <Search size={14} aria-hidden /> {cluster === '' ? 'Find …' : cluster} <kbd>Ctrl K</kbd>
            </button>
            {cluster !== '' && <TimeBar />}
            <span className="grow" />
            <Buttons open={open} />
          </header>
        )}
        <main id="view" tabIndex={-1}>
          {children}
        </main>
      </div>
      {opened === 'palette' && <Palette close={close} open={open} />}
      {opened === 'keys' && <KeysHelp close={close} />}
      {opened === 'request' && <RequestDialog close={close} />}
      {(opened === 'key' || isKeyWanted) && <KeyDialog close={close} />}
    </div>
  );
}

const THEMES = { auto: SunMoon, light: Sun, dark: Moon };

function Buttons({ open }: { readonly open: (opened: Opened) => void }): ReactNode {
  const [theme, setTheme] = useTheme();
  const { key, isSignedIn } = useObserved(session);
  const Theme = THEMES[theme];
  return (
    <span className="buttons">
      <button
        type="button"
        onClick={() => open('request')}
        title="This view as GraphQL and curl"
        aria-label="This view as GraphQL and curl"
      >
        <Braces size={16} aria-hidden />
      </button>
      <button type="button" onClick={() => open('key')} title="The key that this tab uses">
        <KeyRound size={16} aria-hidden /> {isSignedIn ? 'signed in' : key === undefined ? 'no key' : 'key'}
      </button>
      <button type="button" onClick={() => setTheme(nextTheme(theme))} title="Colours">
        <Theme size={16} aria-hidden /> {theme}
      </button>
      <button type="button" onClick={() => open('keys')} title="Keys" aria-label="Keys">
        <CircleHelp size={16} aria-hidden />
      </button>
    </span>
  );
}
