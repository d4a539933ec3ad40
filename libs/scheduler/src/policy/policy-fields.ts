import { wrongType, type FieldPath } from '#apimachinery';
import type { FieldReader, ResourceSpec } from '../fields/index.js';

/** An entry of `predicates`. */
export interface PredicateEntry {
  readonly path: FieldPath;
  readonly name: string;
  readonly argument?: {
    readonly serviceAffinity?: { readonly labels: readonly string[] };
    readonly labelsPresence?: { readonly labels: readonly string[]; readonly presence: boolean };
  };
}

/** An entry of `priorities`. */
export interface PriorityEntry {
  readonly path: FieldPath;
  readonly name: string;
  readonly weight: number;
  readonly argument?: PriorityArgument;
}

export interface PriorityArgument {
  readonly serviceAntiAffinity?: { readonly label: string };
  readonly labelPreference?: { readonly label: string; readonly presence: boolean };
  readonly requestedToCapacityRatioArguments?: {
    readonly shape: readonly { readonly utilization: number; readonly score: number }[];
    readonly resources: readonly ResourceSpec[];
  };
}

export function readPredicate(reader: FieldReader): PredicateEntry {
  const argument = reader.object('argument', (fields) => ({
    ...given('serviceAffinity', fields.object('serviceAffinity', readLabels)),
    ...given(
      'labelsPresence',
      fields.object('labelsPresence', (one) => ({ ...readLabels(one), presence: one.boolean('presence') ?? false })),
    ),
  }));
  return { path: reader.path, name: reader.requiredString('name'), ...given('argument', argument) };
}

export function readPriority(reader: FieldReader): PriorityEntry {
  return {
    path: reader.path,
    name: reader.requiredString('name'),
    weight: readWeight(reader),
    ...given('argument', reader.object('argument', readPriorityArgument)),
  };
}

/** A whole number of any size: what is too large is judged with the weight's own words. */
function readWeight(reader: FieldReader): number {
  const weight = reader.number('weight') ?? 0;
  if (!Number.isInteger(weight)) reader.report(wrongType(reader.at('weight'), weight, 'an integer'));
  return weight;
}

function readPriorityArgument(reader: FieldReader): PriorityArgument {
  const label = (one: FieldReader): { label: string } => ({ label: one.string('label') ?? '' });
  return {
    ...given('serviceAntiAffinity', reader.object('serviceAntiAffinity', label)),
    ...given(
      'labelPreference',
      reader.object('labelPreference', (one) => ({ ...label(one), presence: one.boolean('presence') ?? false })),
    ),
    ...given('requestedToCapacityRatioArguments', reader.object('requestedToCapacityRatioArguments', readRatio)),
  };
}

function readRatio(reader: FieldReader): NonNullable<PriorityArgument['requestedToCapacityRatioArguments']> {
  return {
    shape: reader.list('shape', (point) => ({
      utilization: point.integer('utilization') ?? 0,
      score: point.integer('score') ?? 0,
    })),
    resources: reader.list('resources', (one) => ({
      name: one.string('name') ?? '',
      weight: one.integer64('weight') ?? 0,
    })),
  };
}

function readLabels(reader: FieldReader): { readonly labels: readonly string[] } {
  return { labels: reader.strings('labels') ?? [] };
}

/** The field where there is a value, else nothing. */
function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [K in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [K in Name]?: Value });
}
