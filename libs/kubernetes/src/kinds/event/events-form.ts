import type { KubernetesObject } from '../../metadata/index.js';
import type { FormOf } from '../kind-form.js';
import { eventColumns } from './columns.js';
import { eventKind } from './kind.js';

const GROUP_VERSION = { apiVersion: 'events.k8s.io/v1', group: 'events.k8s.io', version: 'v1' };

/** Names of fields in core/v1, and in events.k8s.io/v1. */
const NAMES: readonly (readonly [stored: string, served: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];
const SERVED: ReadonlyMap<string, string> = new Map(NAMES);
const STORED: ReadonlyMap<string, string> = new Map(NAMES.map(([stored, served]) => [served, stored]));

/** Left out by this group where they are empty. */
const OMITTED: ReadonlySet<string> = new Set(['reportingController', 'reportingInstance']);

const REFERENCE = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

/** events.k8s.io/v1 Event. // as API server v1.34 pkg/apis/events/v1/conversion.go */
export const eventsForm: FormOf<'Event'> = {
  description: Object.freeze({ ...eventKind.description, ...GROUP_VERSION }),
  stored: eventKind.description,
  columns: eventColumns,
  selectableFields: new Map([
    ...REFERENCE.map((field): [string, string] => [`regarding.${field}`, `involvedObject.${field}`]),
    ['reason', 'reason'],
    ['reportingController', 'reportingComponent'],
    ['type', 'type'],
  ]),
  toStored: (event) => ({ ...renamed(event, STORED), apiVersion: eventKind.description.apiVersion }),
  fromStored: (event) => {
    const fields = Object.entries(renamed(event, SERVED)).filter(([name, value]) => value !== '' || !OMITTED.has(name));
    return { ...(Object.fromEntries(fields) as typeof event), apiVersion: GROUP_VERSION.apiVersion };
  },
};

function renamed<T extends KubernetesObject>(object: T, names: ReadonlyMap<string, string>): T {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value])) as T;
}
