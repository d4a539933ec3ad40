import { CalendarDateTime, parseAbsolute, toCalendarDateTime, toZoned, type DateValue } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateField,
  DateInput,
  DateSegment,
  Heading,
  I18nProvider,
  Button as IconButton,
  Label,
} from 'react-aria-components';
import { Button, Field } from '../controls/index.js';
import { valuesOf } from '../form/index.js';

/** Times of the page are those of the API. */
const ZONE = 'UTC';

/** A moment of the past by its day and time, or by its revision. */
export function MomentEntry({
  from,
  until,
  revision,
  last,
  go,
}: {
  /** The times that the history is about. */
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly revision: number | undefined;
  readonly last: number | undefined;
  readonly go: (moment: string) => void;
}): ReactNode {
  const byRevision = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { revision: typed } = valuesOf(new FormData(event.currentTarget));
    if (typed !== undefined) go(`revision:${typed}`);
  };
  return (
    <I18nProvider locale="en-GB">
      <div className="moment">
        <ByTime from={from} until={until} go={go} />
        <form className="inline" onSubmit={byRevision}>
          <Field
            label="Revision"
            name="revision"
            kind="number"
            size={8}
            min={1}
            max={last ?? Number.MAX_SAFE_INTEGER}
            fallback={String(revision ?? '')}
            isRequired
          />
          <Button submits kind="quiet">
            Go to it
          </Button>
        </form>
      </div>
    </I18nProvider>
  );
}

function ByTime({
  from,
  until,
  go,
}: {
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly go: (moment: string) => void;
}): ReactNode {
  const last = momentOf(until ?? new Date().toISOString());
  const [value, setValue] = useState<DateValue | null>(last);
  const shared = { value, maxValue: last, ...(from !== undefined && { minValue: momentOf(from) }), onChange: setValue };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== null) go(within(toZoned(value, ZONE).toAbsoluteString(), from));
      }}
    >
      <Calendar
        {...shared}
        className="calendar"
        aria-label="Day"
        onChange={(day) => setValue(withTimeOf(day, value ?? last))}
      >
        <header>
          <IconButton slot="previous" className="button icon">
            <ChevronLeft size={16} aria-hidden />
          </IconButton>
          <Heading />
          <IconButton slot="next" className="button icon">
            <ChevronRight size={16} aria-hidden />
          </IconButton>
        </header>
        <CalendarGrid>{(date) => <CalendarCell date={date} className="day" />}</CalendarGrid>
      </Calendar>
      <div className="inline">
        <DateField {...shared} className="field" granularity="second" hourCycle={24} shouldForceLeadingZeros>
          <Label>Time (UTC)</Label>
          <DateInput className="input segmented">
            {(segment) => <DateSegment segment={segment} className="part-of-time" />}
          </DateInput>
        </DateField>
        <Button submits>Show it as it was</Button>
      </div>
    </form>
  );
}

/** Seconds of the entry are whole ones: the first of them may begin before the history does. */
function within(at: string, from: string | undefined): string {
  return from !== undefined && Date.parse(at) < Date.parse(from) ? from : at;
}

function momentOf(at: string): CalendarDateTime {
  return toCalendarDateTime(parseAbsolute(at, ZONE));
}

function withTimeOf(day: DateValue, time: DateValue): DateValue {
  const { hour, minute, second } = toCalendarDateTime(time);
  return new CalendarDateTime(day.year, day.month, day.day, hour, minute, second);
}
