import { Anchor, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { paths, ViewLink } from '../place/index.js';
import { VIEW_GROUPS, VIEWS } from '../views/views.js';
import { iconOf } from './icons.js';
import { Button } from '../controls/index.js';

/** The way to every view: those of the cluster, and below them those above all clusters. */
export function SideBar({
  cluster,
  isNarrow,
  fold,
}: {
  /** Empty above clusters. */
  readonly cluster: string;
  /** Whether only icons are seen. */
  readonly isNarrow: boolean;
  readonly fold: () => void;
}): ReactNode {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // On a telephone the views stand in a strip that is wider than it.
  useEffect(() => {
    const strip = bar.current;
    const here = strip?.querySelector<HTMLElement>('nav .active');
    strip?.scrollTo({ left: here ? here.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2 : 0 });
  }, [pathname]);
  const Fold = isNarrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside ref={bar} className="side" aria-label="Berth">
      <ViewLink to={paths.clusters()} className="brand" isExact>
        <Anchor size={18} /> <span className="label">Berth</span>
      </ViewLink>
      {cluster !== '' && (
        <nav className="views" aria-label="Views">
          {VIEW_GROUPS.map((group) => (
            <Fragment key={group}>
              <span className="group" aria-hidden="true">
                {group}
              </span>
              {VIEWS.map(
                ({ path, title, of, below }) =>
                  of &&
                  below === group && (
                    <Way key={path} to={of(cluster)} title={title} isExact={of(cluster) === paths.overview(cluster)} />
                  ),
              )}
            </Fragment>
          ))}
        </nav>
      )}
      <nav className="below" aria-label="All clusters">
        <Way to={paths.clusters()} title="Clusters" isExact />
        <Way to={paths.schedules()} title="Schedules" isExact={false} />
        <Way to={paths.access()} title="Teams and keys" isExact />
        <Button className="fold" onPress={fold} says={isNarrow ? 'Show the names' : 'Show icons only'}>
          <Fold size={16} /> <span className="label">{isNarrow ? 'Show the names' : 'Show icons only'}</span>
        </Button>
      </nav>
    </aside>
  );
}

function Way({
  to,
  title,
  isExact,
}: {
  readonly to: string;
  readonly title: string;
  readonly isExact: boolean;
}): ReactNode {
  const Icon = iconOf(title);
  return (
    <ViewLink to={to} isExact={isExact} title={title}>
      <Icon size={16} /> <span className="label">{title}</span>
    </ViewLink>
  );
}
