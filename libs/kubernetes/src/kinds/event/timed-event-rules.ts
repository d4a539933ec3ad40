import { internalView } from '../../internals/index.js';
import { sameValue, type JudgedField } from '#apimachinery';
import type { Event } from './type.js';

/** Fields that stay, in the order of upstream, which has one of them twice. */
const IMMUTABLE = [
  ...(['involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count', 'reason'] as const),
  ...(['type', 'eventTime', 'action', 'related', 'reportingComponent', 'reportingInstance'] as const),
] as const;

const TYPES: readonly string[] = ['Normal', 'Warning'];

/**
 * What the group events.k8s.io asks of its events beside the rules of core/v1. Fields have their names of core/v1.
 * // as API server v1.34 ValidateEventCreate, ValidateEventUpdate
 */
export function checkTimedEvent(event: Event, old: Event | undefined, root: JudgedField): void {
  if (old !== undefined) return checkChange(event, old, root);
  checkSeries(event, root);
  if (isUnset(event.eventTime)) root.child('eventTime').required();
  if (!TYPES.includes(event.type ?? '')) root.child('type').invalid('', `has invalid value: ${event.type ?? ''}`);
  const { component = '', host = '' } = event.source ?? {};
  if (!isUnset(event.firstTimestamp)) root.child('firstTimestamp').invalid('', UNSET);
  if (!isUnset(event.lastTimestamp)) root.child('lastTimestamp').invalid('', UNSET);
  if ((event.count ?? 0) !== 0) root.child('count').invalid('', UNSET);
  if (component !== '' || host !== '') root.child('source').invalid('', UNSET);
}

const UNSET = 'needs to be unset';

function checkChange(event: Event, old: Event, root: JudgedField): void {
  if (!sameValue(event.series ?? null, old.series ?? null)) checkSeries(event, root);
  for (const field of IMMUTABLE) {
    const name = field === 'reportingComponent' ? 'reportingController' : field;
    if (!sameValue(event[field] ?? null, old[field] ?? null))
      root.child(name).invalid(shown(event, field), 'field is immutable');
  }
}

const SHOWN_AS: Readonly<Partial<Record<(typeof IMMUTABLE)[number], string>>> = {
  involvedObject: 'ObjectReference',
  related: 'ObjectReference',
  source: 'EventSource',
};

function shown(event: Event, field: (typeof IMMUTABLE)[number]): unknown {
  const type = SHOWN_AS[field];
  if (type !== undefined) return event[field] === undefined ? undefined : internalView(event[field], type);
  return event[field] ?? (field === 'count' ? 0 : '');
}

function checkSeries({ series }: Event, root: JudgedField): void {
  if (series === undefined || series === null) return;
  // One name, with a point in it, as upstream.
  if ((series.count ?? 0) < 2) root.child('series.count').invalid('', 'should be at least 2');
  if (isUnset(series.lastObservedTime)) root.child('series.lastObservedTime').required();
}

function isUnset(time: string | null | undefined): boolean {
  return time === undefined || time === null || time === '';
}
