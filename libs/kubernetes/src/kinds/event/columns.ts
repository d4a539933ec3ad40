import type { KubernetesObject } from '../../metadata/index.js';
import { ageOf, described, NAME, ofField, printerColumns, WIDE, type Cell } from '../../table/index.js';

/** What columns read of an event, under the names of both groups that serve events. */
interface PrintedEvent {
  readonly involvedObject?: Reference;
  readonly regarding?: Reference;
  readonly reason?: string;
  readonly type?: string;
  readonly message?: string;
  readonly note?: string;
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly deprecatedSource?: { readonly component?: string; readonly host?: string };
  readonly reportingComponent?: string;
  readonly reportingController?: string;
  readonly reportingInstance?: string;
  readonly firstTimestamp?: string | null;
  readonly deprecatedFirstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly deprecatedLastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly count?: number;
  readonly deprecatedCount?: number;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string } | null;
}

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly fieldPath?: string;
}

const SOURCE = 'The component reporting this event. Should be a short machine understandable string.';

/** An event in a table. // as API server v1.34 printEvent */
export const eventColumns = printerColumns<PrintedEvent>({
  columns: [
    ofField('Last Seen', 'CoreEvent.lastTimestamp'),
    ofField('Type', 'CoreEvent.type'),
    ofField('Reason', 'CoreEvent.reason'),
    described('Object', 'The object that this event is about.'),
    ofField('Subobject', 'ObjectReference.fieldPath', WIDE),
    described('Source', SOURCE, WIDE),
    ofField('Message', 'CoreEvent.message'),
    ofField('First Seen', 'CoreEvent.firstTimestamp', WIDE),
    ofField('Count', 'CoreEvent.count', WIDE),
    { ...NAME, ...WIDE },
  ],
  cells,
});

function cells(event: KubernetesObject & PrintedEvent, now: number): readonly Cell[] {
  const { kind = '', name = '', fieldPath = '' } = event.involvedObject ?? event.regarding ?? {};
  const { first, last, count } = occurrences(event, now);
  return [
    last,
    event.type ?? '',
    event.reason ?? '',
    name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`,
    fieldPath,
    sourceOf(event),
    (event.message ?? event.note ?? '').trim(),
    first,
    count,
    event.metadata.name,
  ];
}

/** A series counts its own; an event without one happened once. */
function occurrences(event: PrintedEvent, now: number): { first: string; last: string; count: number } {
  const firstTime = event.firstTimestamp ?? event.deprecatedFirstTimestamp ?? event.eventTime;
  const first = ageOf(firstTime, now);
  const { series } = event;
  if (series !== undefined && series !== null)
    return { first, last: ageOf(series.lastObservedTime, now), count: series.count ?? 0 };
  const lastTime = event.lastTimestamp ?? event.deprecatedLastTimestamp;
  const last = lastTime === undefined || lastTime === null ? first : ageOf(lastTime, now);
  return { first, last, count: event.count || event.deprecatedCount || 1 };
}

function sourceOf(event: PrintedEvent): string {
  const { component, host } = event.source ?? event.deprecatedSource ?? {};
  const name = component || event.reportingComponent || event.reportingController || '';
  const instance = host || event.reportingInstance || '';
  return instance === '' ? name : `${name}, ${instance}`;
}
