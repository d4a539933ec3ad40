import type { Type } from '@nestjs/common';
import { Field, Int, ObjectType, type ReturnTypeFunc } from '@nestjs/graphql';
import { definitionOf, REFUSALS, type FieldTypes, type Refusal, type RefusalKind } from '#requests';
import { describeRefusal, type ErrorDescription } from './describe-refusal.js';
import { pointerSteps } from './field-pointer.js';
import { reportedRefusal } from './reported.js';
import {
  ArchivePlaceModel,
  FieldProblemModel,
  ImportItemModel,
  MissingPodModel,
  ObjectReferenceModel,
  RefusalModel,
} from './refusal.model.js';

/** The GraphQL type of what a field of a refusal holds. */
const FIELD_TYPES: Readonly<Record<keyof FieldTypes, ReturnTypeFunc>> = {
  text: () => String,
  texts: () => [String],
  integer: () => Int,
  object: () => ObjectReferenceModel,
  problems: () => [FieldProblemModel],
  items: () => [ImportItemModel],
  pods: () => [MissingPodModel],
  archives: () => [ArchivePlaceModel],
};

/** One GraphQL type a refusal, named like it. Those that no mutation answers are here too. */
const REFUSAL_TYPES = Object.fromEntries(
  Object.keys(REFUSALS).map((kind) => [kind, refusalType(kind as RefusalKind)]),
) as Readonly<Record<RefusalKind, Type<RefusalModel>>>;

/** Every concrete refusal, for the schema: no field names them. */
export const REFUSAL_MODELS: readonly Type<RefusalModel>[] = Object.values(REFUSAL_TYPES);

/** A refusal of a service as data of a payload. */
export function graphqlRefusal(refusal: Refusal): RefusalModel {
  const description = describeRefusal(refusal);
  const { kind, ...fields } = reportedRefusal(refusal);
  return Object.assign(new REFUSAL_TYPES[kind](), fields, {
    code: description.code,
    message: description.detail,
    path: pathOf(refusal, description),
  });
}

function refusalType(kind: RefusalKind): Type<RefusalModel> {
  const { description, fields } = definitionOf({ kind });
  @ObjectType(kind, { implements: () => RefusalModel, description })
  class ConcreteRefusal extends RefusalModel {}
  for (const [name, field] of Object.entries(fields)) {
    // The interface's own message says the same and more.
    if (name === 'message') continue;
    const options = { description: field.description, nullable: field.optional === true };
    Field(FIELD_TYPES[field.type], options)(ConcreteRefusal.prototype, name);
  }
  return ConcreteRefusal;
}

/** A single problem is pointed at; several share what they are in, and so do the parts of a list. */
function pathOf(refusal: Refusal, { errors }: ErrorDescription): readonly string[] {
  const definition = definitionOf(refusal);
  const base = ['input', ...(definition.input ?? [])];
  const [only] = errors;
  if (errors.length !== 1 || only === undefined || definition.entries !== undefined) return base;
  return [...base, ...pointerSteps(only.pointer)];
}
