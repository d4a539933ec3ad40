import { checkMetadata, checkMetadataUpdate } from '../../metadata/index.js';
import { checkName, dnsSubdomainProblems, qualifiedNameProblems, type JudgedField } from '#apimachinery';
import { defineKind, type Arrival } from '../kind-definition.js';
import { eventColumns } from './columns.js';
import { checkTimedEvent } from './timed-event-rules.js';
import type { Event } from './type.js';

const SELECTABLE = [
  ...['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map(
    (field) => `involvedObject.${field}`,
  ),
  ...['reason', 'reportingComponent', 'source.component', 'type'],
];

/** All about the kind Event. */
export const eventKind = defineKind<Event>({
  apiVersion: 'v1',
  kind: 'Event',
  plural: 'events',
  judgesMetadata: [],
  judgesNewMetadata: false,
  createsOnUpdate: true,
  columns: eventColumns,
  shortNames: ['ev'],
  namespaced: true,
  selectableFields: Object.fromEntries(SELECTABLE.map((field) => [field, ''])),
  fieldAliases: { source: 'source.component' },
  complete: (event) => {
    event.involvedObject ??= {};
    event.source ??= {};
  },
  check,
});

const LONGEST = 128;
const LONGEST_MESSAGE = 1024;

/** Of events with a time, more is asked. // as API server v1.34 legacyValidateEvent */
function check(event: Event, root: JudgedField, { requestedAs, old }: Arrival): void {
  checkLegacy(event, root, requestedAs === undefined ? 'reportingComponent' : 'reportingController');
  if (requestedAs === undefined) return;
  if (old === undefined) checkMetadata(event, { namespaced: true, name: dnsSubdomainProblems }, root);
  else checkMetadataUpdate(event, old, root);
  checkTimedEvent(event, old as Event | undefined, root);
}

function checkLegacy(event: Event, root: JudgedField, controller: string): void {
  const { namespace = '' } = event.metadata;
  const involved = event.involvedObject?.namespace ?? '';
  const isTimed = (event.eventTime ?? '') !== '';
  const without = isTimed ? ['default', 'kube-system'] : ['default', ''];
  const agrees = involved === '' ? without.includes(namespace) : isTimed || involved === namespace;
  if (!agrees) root.child('involvedObject').child('namespace').invalid(involved, 'does not match event.namespace');
  if (!isTimed) return;
  const component = event.reportingComponent ?? '';
  if (component === '') root.child(controller).required();
  checkName(component, qualifiedNameProblems, root.child(controller));
  for (const field of ['reportingInstance', 'action', 'reason'] as const) {
    const value = event[field] ?? '';
    if (value === '') root.child(field).required();
    if (value.length > LONGEST) root.child(field).invalid('', `can have at most ${LONGEST} characters`);
  }
  if ((event.message ?? '').length > LONGEST_MESSAGE)
    root.child('message').invalid('', `can have at most ${LONGEST_MESSAGE} characters`);
}
