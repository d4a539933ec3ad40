import { CalendarClock, ChevronLeft, ChevronRight, History, Radio, Unplug } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { following, useObserved, type Following } from '../api/index.js';
import { Button, Choice } from '../controls/index.js';
import { revisionAt, stretchOf } from '../place/index.js';
import { Loading } from '../states/index.js';
import { dayAndTime } from '../words/index.js';
import { useTime, type Activity, type Time } from './use-time.js';

const WIDTH = 360;
const HEIGHT = 22;
const SPANS = ['', '1h', '24h', '7d', '30d'] as const;

/** When something happened, where in it the view is, and the way to every other moment. */
export function TimeBar(): ReactNode {
  const time = useTime();
  const follow = useObserved(following);
  const { at, revision, first, last, live, freeze, step, span, setSpan } = time;
  const State = at !== undefined ? History : follow.state === 'live' ? Radio : Unplug;
  return (
    <section className={at === undefined ? 'time live' : 'time past'} aria-label="Time">
      <Button className="state" onPress={at === undefined ? freeze : live} says={stateTitle(at, follow)}>
        <State size={14} aria-hidden />
        {stateText(at, follow)} <span className="number">rev {revision ?? '…'}</span>
      </Button>
      <Button
        kind="icon"
        onPress={() => step(-1)}
        isDisabled={revision === undefined || revision <= (first ?? 1)}
        name="The change before"
      >
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Bars time={time} />
      <Button
        kind="icon"
        onPress={() => step(1)}
        isDisabled={revision === undefined || last === undefined || revision >= last}
        name="The change after"
      >
        <ChevronRight size={16} aria-hidden />
      </Button>
      <Choice label="How far back" isBare value={span} choose={setSpan} of={SPANS} nothing="all" />
      <ToMoment time={time} />
    </section>
  );
}

/** The calendar is loaded when it is opened. */
const MomentEntry = lazy(async () => ({ default: (await import('./moment-entry.js')).MomentEntry }));

function ToMoment({
  time: {
    written: { first: from, last: until },
    revision,
    last,
    goTo,
  },
}: {
  readonly time: Time;
}): ReactNode {
  return (
    <DialogTrigger>
      <Button kind="icon" name="Go to a moment" says="Go to a moment">
        <CalendarClock size={16} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom">
        <Dialog aria-label="Go to a moment">
          {({ close }) => (
            <Suspense fallback={<Loading rows={10} />}>
              <MomentEntry
                {...{ from, until, revision, last }}
                go={(moment) => {
                  close();
                  goTo(moment);
                }}
              />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function stateText(at: string | undefined, { state }: Following): string {
  if (at !== undefined) return 'past, read only';
  return state === 'live' ? 'live' : state;
}

function stateTitle(at: string | undefined, { state, head }: Following): string {
  if (at !== undefined) return 'Back to live (L)';
  if (state === 'cut off') return `Last received revision ${head?.revision ?? 'none'}; trying again`;
  return 'Freeze the address at this revision (P)';
}

/** A bar for each stretch, as high as what was written in it on a scale that keeps single changes visible. */
function Bars({ time: { stretches, go, revision, at, archivedUntil } }: { readonly time: Time }): ReactNode {
  if (stretches.length === 0) return <span className="bars" />;
  const place = revision === undefined || at === undefined ? stretches.length - 1 : stretchOf(stretches, revision);
  const most = Math.max(1, ...stretches.map(written));
  const width = WIDTH / stretches.length;
  const to = (index: number): void => {
    const found = revisionAt(stretches, index);
    if (found !== undefined) go(found);
  };
  const shown = stretches[place];
  return (
    <span className="bars">
      <svg
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {stretches.map((stretch, index) => {
          const height =
            written(stretch) === 0 ? 0 : 2 + ((HEIGHT - 4) * Math.log1p(written(stretch))) / Math.log1p(most);
          const top = HEIGHT - height;
          return height === 0 ? null : (
            <rect
              key={stretch.from}
              className={index === place ? 'here' : undefined}
              x={index * width}
              y={top}
              width={Math.max(1, width - 1)}
              height={height}
            />
          );
        })}
        <path className="mark" d={`M${(place + 0.5) * width} 0V${HEIGHT}`} />
      </svg>
      <input
        type="range"
        min={0}
        max={stretches.length - 1}
        value={place}
        aria-label="Moment"
        aria-valuetext={shown && `${dayAndTime(shown.from)}, ${stretchText(shown)}`}
        title={shown && titleOf(shown, archivedUntil)}
        onChange={({ target }) => to(Number(target.value))}
      />
    </span>
  );
}

function titleOf(stretch: Activity, archivedUntil: string | null): string {
  const archived = archivedUntil === null ? '' : `; archived until ${dayAndTime(archivedUntil)}`;
  return `${dayAndTime(stretch.from)}: ${stretchText(stretch)}${archived}`;
}

function written({ revisions, changes, decisions }: Activity): number {
  return (
    revisions + changes.bind + changes.create + changes.delete + changes.evict + changes.update + attempts(decisions)
  );
}

function attempts(decisions: Activity['decisions']): number {
  return Object.values(decisions).reduce((sum: number, count) => sum + (typeof count === 'number' ? count : 0), 0);
}

function stretchText({ revisions, changes, decisions }: Activity): string {
  const counted = [
    [revisions, 'revisions'],
    [changes.create, 'created'],
    [changes.bind, 'bound'],
    [changes.evict, 'evicted'],
    [changes.delete, 'deleted'],
    [decisions.unschedulable, 'found no node'],
  ] as const;
  const words = counted.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return words.length === 0 ? 'no revisions' : words.join(', ');
}
