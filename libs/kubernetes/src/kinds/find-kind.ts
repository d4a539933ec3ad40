import { KINDS } from './all-kinds.js';
import type { KubernetesObject } from '../metadata/index.js';
import { scaleColumns } from '../scale/index.js';
import { DEFAULT_COLUMNS, type Columns } from '../table/index.js';
import { eventsForm } from './event/events-form.js';
import { autoscalerForm } from './horizontal-pod-autoscaler/autoscaler-form.js';
import type { DescriptionOf, KindDefinition } from './kind-definition.js';
import type { FormOf } from './kind-form.js';

/** The names of the kinds that are kept. */
export type KindName = (typeof KINDS)[number]['description']['kind'];

/** Everything the API needs to know about a kind to serve it. */
export type KindDescription = DescriptionOf<KindName>;

/** Another group and version under which the objects of a kind are served. */
export type KindForm = FormOf<KindName>;

/** A kind among all of them. */
export type KeptKind = KindDefinition & { readonly description: KindDescription };

/** Kinds that are served under another group as well, one line each. */
const FORMS: readonly KindForm[] = [eventsForm, autoscalerForm];

const kinds: readonly KeptKind[] = KINDS;
const descriptions: readonly KindDescription[] = kinds.map(({ description }) => description);
const byApiVersionAndKind: ReadonlyMap<string, KeptKind> = new Map(
  kinds.map((one) => [`${one.description.apiVersion} ${one.description.kind}`, one]),
);
const formByApiVersionAndKind: ReadonlyMap<string, KindForm> = new Map(
  FORMS.map((form) => [`${form.description.apiVersion} ${form.description.kind}`, form]),
);
const served: readonly KindDescription[] = [...descriptions, ...FORMS.map(({ description }) => description)];
const byGroupVersionAndPlural: ReadonlyMap<string, KindDescription> = new Map(
  served.map((one) => [`${one.group} ${one.version} ${one.plural}`, one]),
);
const byName: ReadonlyMap<string, KeptKind> = new Map(kinds.map((one) => [one.description.kind, one]));

/** Every kind that is kept. */
export function allKinds(): readonly KindDescription[] {
  return descriptions;
}

/** Every kind that is served: those that are kept, and their other forms. */
export function servedKinds(): readonly KindDescription[] {
  return served;
}

/** The form that a kind is, where its objects are stored as another one. */
export function formOf({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string;
  readonly kind: string;
}): KindForm | undefined {
  return formByApiVersionAndKind.get(`${apiVersion} ${kind}`);
}

/** The kind that an object claims to be, or undefined where it is not kept. */
export function findKind(apiVersion: string, kindName: string): KindDescription | undefined {
  return definitionOf(apiVersion, kindName)?.description;
}

/** The kind behind a path; `group` is empty under `/api`. */
export function findResource(group: string, version: string, plural: string): KindDescription | undefined {
  return byGroupVersionAndPlural.get(`${group} ${version} ${plural}`);
}

/** The kind of a name: no two groups share one here. */
export function findKindByName(kindName: string): KindDescription | undefined {
  return definitionByName(kindName)?.description;
}

/** All about the kind that an object claims to be. */
export function definitionOf(apiVersion: string, kindName: string): KeptKind | undefined {
  return byApiVersionAndKind.get(`${apiVersion} ${kindName}`);
}

/** All about the kind of a name. */
export function definitionByName(kindName: string): KeptKind | undefined {
  return byName.get(kindName);
}

/** Whether an API server writes a new object at its first update, also where that changes nothing. */
export function isCompletedByUpdate(object: KubernetesObject): boolean {
  return definitionOf(object.apiVersion, object.kind)?.isCompletedByUpdate(object) ?? false;
}

/** How objects of a kind are printed in tables. */
export function columnsOf(apiVersion: string, kindName: string): Columns {
  if (apiVersion === 'autoscaling/v1' && kindName === 'Scale') return scaleColumns;
  const form = formByApiVersionAndKind.get(`${apiVersion} ${kindName}`);
  return (form ?? definitionOf(apiVersion, kindName))?.columns ?? DEFAULT_COLUMNS;
}
