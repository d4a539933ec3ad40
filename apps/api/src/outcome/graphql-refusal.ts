import type { Type } from '@nestjs/common';
import { Field, Int, ObjectType, type ReturnTypeFunc } from '@nestjs/graphql';
import type { Refusal } from '#cluster';
import { describeRefusal, type ErrorDescription } from './describe-refusal.js';
import {
  ArchivePlaceModel,
  FieldProblemModel,
  ImportItemModel,
  MissingPodModel,
  ObjectReferenceModel,
  RefusalModel,
} from './refusal.model.js';

/** The fields of one member of the Refusal union, by name: type and description. `kind` becomes the type's name. */
type FieldsOf<Kind extends Refusal['kind']> = Readonly<
  Record<Exclude<keyof Extract<Refusal, { readonly kind: Kind }>, 'kind'>, readonly [ReturnTypeFunc, string]>
>;

const text = (description: string) => [() => String, description] as const;
const object = [() => ObjectReferenceModel, 'The object.'] as const;
const problems = [() => [FieldProblemModel], 'Everything that is wrong, all at once.'] as const;
const given = text('What was given.');
const current = text('What it is.');

/** One GraphQL type a member, named like it. Those that no mutation answers are here too: a new one must be. */
const REFUSAL_TYPES: Readonly<Record<Refusal['kind'], Type<RefusalModel>>> = {
  ClusterNotFound: refusalType('ClusterNotFound', 'There is no such cluster.', {
    cluster: text('The id or name that was given.'),
  }),
  ClusterNameTaken: refusalType('ClusterNameTaken', 'Another cluster of the team has the name.', {
    name: text('The name.'),
  }),
  InvalidRequest: refusalType('InvalidRequest', 'The input breaks a rule.', { problems }),
  ObjectNotFound: refusalType('ObjectNotFound', 'There is no such object.', { object }),
  ObjectAlreadyExists: refusalType('ObjectAlreadyExists', 'There is an object of that name.', { object }),
  ObjectInvalid: refusalType('ObjectInvalid', 'The object breaks rules of its kind.', { object, problems }),
  ResourceVersionConflict: refusalType('ResourceVersionConflict', 'The object was changed since it was read.', {
    object,
    given,
    current,
  }),
  UidConflict: refusalType('UidConflict', 'The object is a later one of the same name.', { object, given, current }),
  PodAlreadyBound: refusalType('PodAlreadyBound', 'The pod is on a node.', { object, node: text('That node.') }),
  PatchFailed: refusalType('PatchFailed', 'The patch does not apply to the object.', {
    object,
    message: text('Why not.'),
  }),
  UnsupportedKind: refusalType('UnsupportedKind', 'Objects of that kind are not kept.', {
    apiVersion: text('Its group and version.'),
    kindName: text('The kind.'),
  }),
  ContinueTokenExpired: refusalType('ContinueTokenExpired', 'The list has to be read from its start again.', {
    message: text('Why.'),
  }),
  HistoryExpired: refusalType('HistoryExpired', 'What was asked for lies before what is kept of the log.', {
    at: text('What was asked for.'),
    oldest: text('The first position that can still be read.'),
    origin: text('The id of the cluster that was forked, where it lies before the fork; null otherwise.'),
  }),
  Archived: refusalType('Archived', 'What was asked for is in the database no more, and lies in files.', {
    what: text('What was asked for.'),
    archives: [() => [ArchivePlaceModel], 'Where it is.'],
  }),
  ArchiveNotFound: refusalType('ArchiveNotFound', 'There is no such archive.', { archive: text('Its id.') }),
  ArchiveFileMissing: refusalType(
    'ArchiveFileMissing',
    'The file of the archive is not on the server that was asked.',
    { file: text('Its path below the folder of archives.') },
  ),
  ArchivingUnderWay: refusalType('ArchivingUnderWay', 'History is being archived already.', {}),
  ManifestsUnreadable: refusalType('ManifestsUnreadable', 'The text is neither YAML nor JSON.', {
    message: text('Why not.'),
    line: [() => Int, 'The line where reading ended, from 1.'],
  }),
  ImportRejected: refusalType('ImportRejected', 'Objects of the import break rules, and nothing was imported.', {
    rejected: [() => [ImportItemModel], 'All of them.'],
  }),
  RevisionConflict: refusalType('RevisionConflict', 'The cluster has moved on.', { given, current }),
  PodsNotFound: refusalType('PodsNotFound', 'Pods that were asked for are not there.', {
    pods: [() => [MissingPodModel], 'All of them.'],
  }),
  ProfileNotFound: refusalType('ProfileNotFound', 'There is no such scheduler profile.', {
    name: text('The name that was given.'),
    known: [() => [String], 'The profiles that there are.'],
  }),
  ProfileInvalid: refusalType('ProfileInvalid', 'The scheduler profile breaks rules.', { problems }),
  ProfileUnknown: refusalType('ProfileUnknown', 'There is no scheduler profile of that name.', {
    name: text('The name.'),
  }),
  ProfileVersionNotFound: refusalType('ProfileVersionNotFound', 'The scheduler profile has no such version.', {
    name: text('The name.'),
    version: text('The version.'),
  }),
  ProfileAlreadyExists: refusalType('ProfileAlreadyExists', 'There is a scheduler profile of that name.', {
    name: text('The name.'),
  }),
  ProfileModified: refusalType('ProfileModified', 'The scheduler profile was changed since it was read.', {
    name: text('The name.'),
    given,
    current,
  }),
  DefaultProfileKept: refusalType(
    'DefaultProfileKept',
    'The default scheduler profile can be replaced, but not deleted.',
    { name: text('The name.') },
  ),
  ConfigurationInvalid: refusalType(
    'ConfigurationInvalid',
    'The scheduler configuration breaks rules, and nothing was imported.',
    { problems },
  ),
  RunNotFound: refusalType('RunNotFound', 'There is no such run, or it was a dry run and has expired.', {
    run: text('Its id.'),
  }),
  RunNotReplayable: refusalType('RunNotReplayable', 'The run cannot be decided again.', {
    run: text('Its id.'),
    reason: text('Why not.'),
  }),
  DecisionNotFound: refusalType('DecisionNotFound', 'There is no such decision.', { decision: text('Its id.') }),
  TraceNotStored: refusalType('TraceNotStored', 'The decision has no trace.', {
    decision: text('Its id.'),
    reason: text('Why not.'),
  }),
  CheckpointNotFound: refusalType('CheckpointNotFound', 'There is no such checkpoint.', { size: text('Its size.') }),
  RevisionNotFound: refusalType('RevisionNotFound', 'There is no such revision.', { revision: text('Its number.') }),
  ChangeNotFound: refusalType('ChangeNotFound', 'There is no change at that position.', {
    position: text('The position.'),
  }),
  HistoryNotSigned: refusalType('HistoryNotSigned', 'The history is not the one that was signed before.', {
    cluster: text('The cluster.'),
    message: text('What was found.'),
  }),
  HistoryArchived: refusalType('HistoryArchived', 'What a proof needs is in archives only.', {
    cluster: text('The cluster.'),
    message: text('What is missing.'),
  }),
  PositionAhead: refusalType('PositionAhead', 'The log has not come to that position.', {
    position: text('What was given.'),
    current: text('Where the log is.'),
  }),
  IdempotencyKeyReused: refusalType('IdempotencyKeyReused', 'The idempotency key was used with another input.', {
    key: text('The key.'),
  }),
};

/** Every concrete refusal, for the schema: no field names them. */
export const REFUSAL_MODELS: readonly Type<RefusalModel>[] = Object.values(REFUSAL_TYPES);

/** A refusal of a service as data of a payload. */
export function graphqlRefusal(refusal: Refusal): RefusalModel {
  const description = describeRefusal(refusal);
  const { kind, ...fields } = refusal;
  return Object.assign(new REFUSAL_TYPES[kind](), fields, {
    code: description.code,
    message: description.detail,
    path: pathOf(refusal, description),
  });
}

function refusalType<Kind extends Refusal['kind']>(
  name: Kind,
  description: string,
  fields: FieldsOf<Kind>,
): Type<RefusalModel> {
  @ObjectType(name, { implements: () => RefusalModel, description })
  class ConcreteRefusal extends RefusalModel {}
  for (const [field, [type, what]] of Object.entries<readonly [ReturnTypeFunc, string]>(fields)) {
    // The interface's own message says the same and more.
    if (field !== 'message')
      Field(type, { description: what, nullable: field === 'line' || field === 'origin' })(
        ConcreteRefusal.prototype,
        field,
      );
  }
  return ConcreteRefusal;
}

/** Where in the input the object is that a pointer goes on from. */
const BASES: Readonly<Partial<Record<Refusal['kind'], readonly string[]>>> = {
  ClusterNotFound: ['input', 'clusterId'],
  ObjectInvalid: ['input', 'manifest'],
  UnsupportedKind: ['input', 'manifest', 'kind'],
  ResourceVersionConflict: ['input', 'manifest', 'metadata', 'resourceVersion'],
  ManifestsUnreadable: ['input', 'manifests'],
  ImportRejected: ['input', 'manifests'],
  PodsNotFound: ['input', 'pods', 'names'],
  ProfileUnknown: ['input', 'name'],
  ProfileAlreadyExists: ['input', 'profile'],
  ProfileModified: ['input', 'resourceVersion'],
  DefaultProfileKept: ['input', 'name'],
  IdempotencyKeyReused: ['input', 'idempotencyKey'],
};

/** A single problem is pointed at; several share what they are in. */
function pathOf({ kind }: Refusal, { errors }: ErrorDescription): readonly string[] {
  const base = BASES[kind] ?? ['input'];
  const [only] = errors;
  if (errors.length !== 1 || only === undefined || kind === 'PodsNotFound' || kind === 'ImportRejected') return base;
  return [
    ...base,
    ...only.pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  ];
}
