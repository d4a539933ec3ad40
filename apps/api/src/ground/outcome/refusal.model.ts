import { Field, Int, InterfaceType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ERROR_TABLE, ErrorCode } from './error-table.js';

registerEnumType(ErrorCode, {
  name: 'ErrorCode',
  description: 'Why something was refused: the same codes on every face. Codes are added, never renamed.',
  valuesMap: Object.fromEntries(
    Object.values(ErrorCode).map((code) => [code, { description: ERROR_TABLE[code].title }]),
  ),
});

@InterfaceType('Refusal', {
  description: 'Why a mutation changed nothing: something that the caller can act on.',
  resolveType: (value: object) => value.constructor,
})
export abstract class RefusalModel {
  @Field(() => ErrorCode, { description: 'What programs decide by.' })
  readonly code!: ErrorCode;

  @Field({ description: 'The same for people.' })
  readonly message!: string;

  @Field(() => [String], {
    description: 'The part of the arguments that it is about, step by step: `["input", "name"]`.',
  })
  readonly path!: readonly string[];
}

@ObjectType('FieldProblem', {
  description: 'One thing that is wrong with one field, in the words of the Kubernetes API server.',
})
export class FieldProblemModel {
  @Field({ description: 'Where, as Kubernetes writes it: `spec.containers[0].name`; empty for the whole.' })
  readonly field!: string;

  @Field({ description: 'What kind of problem, as a cause in a Kubernetes Status: `FieldValueInvalid`.' })
  readonly reason!: string;

  @Field({ description: 'The problem for people.' })
  readonly message!: string;
}

@ObjectType('ObjectReference', { description: 'An object of a cluster by its kind and name.' })
export class ObjectReferenceModel {
  @Field({ description: 'Group and version: `v1`, `apps/v1`.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind: `Pod`.' })
  readonly kind!: string;

  @Field({ description: 'The namespace; empty for kinds that have none.' })
  readonly namespace!: string;

  @Field({ description: 'The name.' })
  readonly name!: string;
}

@ObjectType('ImportItem', { description: 'What is to be said of one object of an import.' })
export class ImportItemModel {
  @Field(() => Int, { description: 'Its place in the input, from 0.' })
  readonly index!: number;

  @Field({ description: 'Group and version; empty where the input has none.' })
  readonly apiVersion!: string;

  @Field({ description: 'The kind; empty where the input has none.' })
  readonly kind!: string;

  @Field({ description: 'The namespace; empty where the input has none.' })
  readonly namespace!: string;

  @Field({ description: 'The name; empty where the input has none.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'The field that it is about.' })
  readonly field?: string;

  @Field({ description: 'What is to be said.' })
  readonly message!: string;
}

@ObjectType('MissingPod', { description: 'A pod that was asked for and is not there.' })
export class MissingPodModel {
  @Field(() => Int, { description: 'Its place among the names that were given, from 0.' })
  readonly index!: number;

  @Field({ description: 'As it was given: `namespace/name`.' })
  readonly name!: string;
}

@ObjectType('ArchivePlace', { description: 'Where something is that was archived.' })
export class ArchivePlaceModel {
  @Field({ description: 'Id of the archive in its cluster.' })
  readonly id!: string;

  @Field({ description: 'Path of its ledger below the folder of archives.' })
  readonly file!: string;
}
