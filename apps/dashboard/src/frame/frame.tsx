import { useLocation } from '@tanstack/react-router';
import { Braces, CircleHelp, KeyRound, Moon, Search, Sun, SunMoon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { session, useHeads, useObserved } from '../api/index.js';
import { Button } from '../controls/index.js';
import { Notices } from '../notices/index.js';
import { usePlace } from '../place/index.js';
import type { Opened } from './opened.js';
import { Palette } from './palette.js';
import { SideBar } from './side-bar.js';
import { theme, turnTheme } from './theme.js';
import { titleOf } from './title.js';
import { TimeBar } from './time-bar.js';
import { useFold } from './use-fold.js';
import { useKeys } from './use-keys.js';

// Seldom opened, and not before the page is there.
const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.js')).KeyDialog }));
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.js')).KeysHelp }));
const RequestDialog = lazy(async () => ({ default: (await import('./request-dialog.js')).RequestDialog }));

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
            <Button className="where" onPress={() => open('palette')}>
              <Search size={14} aria-hidden /> {cluster === '' ? 'Find …' : cluster} <kbd>Ctrl K</kbd>
            </Button>
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
      <Suspense>
        {opened === 'keys' && <KeysHelp close={close} />}
        {opened === 'request' && <RequestDialog close={close} />}
        {(opened === 'key' || isKeyWanted) && <KeyDialog close={close} />}
      </Suspense>
      <Notices />
    </div>
  );
}

const THEMES = { auto: SunMoon, light: Sun, dark: Moon };

function Buttons({ open }: { readonly open: (opened: Opened) => void }): ReactNode {
  const colours = useObserved(theme);
  const { key, isSignedIn } = useObserved(session);
  const Theme = THEMES[colours];
  return (
    <span className="buttons">
      <Button
        kind="icon"
        onPress={() => open('request')}
        says="This view as GraphQL and curl"
        name="This view as GraphQL and curl"
      >
        <Braces size={16} aria-hidden />
      </Button>
      <Button kind="quiet" onPress={() => open('key')} says="The key that this tab uses">
        <KeyRound size={16} aria-hidden /> {isSignedIn ? 'signed in' : key === undefined ? 'no key' : 'key'}
      </Button>
      <Button kind="icon" onPress={turnTheme} says={`Colours: ${colours}`} name={`Colours: ${colours}`}>
        <Theme size={16} aria-hidden />
      </Button>
      <Button kind="icon" onPress={() => open('keys')} says="Keys of the keyboard" name="Keys">
        <CircleHelp size={16} aria-hidden />
      </Button>
    </span>
  );
}
