import { Field, Int, InterfaceType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ERROR_TABLE, ErrorCode } from './error-table.js';

registerEnumType(ErrorCode, {
  name: 'ErrorCode',
  description: 'Reason codes of refusals, the same in every API. Codes are added, never renamed.',
  valuesMap: Object.fromEntries(
    Object.values(ErrorCode).map((code) => [code, { description: ERROR_TABLE[code].title }]),
  ),
});

@InterfaceType('Refusal', {
  description: 'Why a mutation changed nothing: a condition that the caller can correct.',
  resolveType: (value: object) => value.constructor,
})
export abstract class RefusalModel {
  @Field(() => ErrorCode, { description: 'The reason code, for programs.' })
  readonly code!: ErrorCode;

  @Field({ description: 'The reason, for people.' })
  readonly message!: string;

  @Field(() => [String], { description: 'Path of the argument that is refused: `["input", "name"]`.' })
  readonly path!: readonly string[];
}

@ObjectType('FieldProblem', { description: 'One problem with one field, in the words of the Kubernetes API server.' })
export class FieldProblemModel {
  @Field({ description: 'Path of the field as in Kubernetes: `spec.containers[0].name`; empty for the whole object.' })
  readonly field!: string;

  @Field({ description: 'Type of the problem, a cause of a Kubernetes Status: `FieldValueInvalid`.' })
  readonly reason!: string;

  @Field({ description: 'The problem, for people.' })
  readonly message!: string;
}

@ObjectType('ObjectReference', { description: 'Reference to an object of a cluster by kind and name.' })
export class ObjectReferenceModel {
  @Field({ description: 'Group and version: `v1`, `apps/v1`.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind: `Pod`.' })
  readonly kind!: string;

  @Field({ description: 'The namespace; empty for cluster-scoped kinds.' })
  readonly namespace!: string;

  @Field({ description: 'The name.' })
  readonly name!: string;
}

@ObjectType('ImportItem', { description: 'A message about one object of an import.' })
export class ImportItemModel {
  @Field(() => Int, { description: 'Index of the object in the input, from 0.' })
  readonly index!: number;

  @Field({ description: 'Group and version; empty if the input has none.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind; empty if the input has none.' })
  readonly kind!: string;

  @Field({ description: 'The namespace; empty if the input has none.' })
  readonly namespace!: string;

  @Field({ description: 'The name; empty if the input has none.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'The field that the message is about.' })
  readonly field?: string;

  @Field({ description: 'The message.' })
  readonly message!: string;
}

@ObjectType('MissingPod', { description: 'A requested pod that does not exist.' })
export class MissingPodModel {
  @Field(() => Int, { description: 'Index in the requested names, from 0.' })
  readonly index!: number;

  @Field({ description: 'The requested name: `namespace/name`.' })
  readonly name!: string;
}

@ObjectType('ArchivePlace', { description: 'Location of archived history.' })
export class ArchivePlaceModel {
  @Field({ description: 'Id of the archive in its cluster.' })
  readonly id!: string;

  @Field({ description: 'Path of its ledger below the archive folder.' })
  readonly file!: string;
}
