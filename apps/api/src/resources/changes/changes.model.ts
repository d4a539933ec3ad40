import { ArgsType, Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { LoggedChange } from '#history';
import { podReference } from '../decisions/index.js';
import { argsOf, connectionOf, PageArgs, DateTime, Json, typeOf } from '../../ground/graphql/index.js';
import { changeArgs, changePosition } from './change.schema.js';

/** The words that all faces use. */
export enum ChangeOpModel {
  create = 'create',
  update = 'update',
  bind = 'bind',
  evict = 'evict',
  delete = 'delete',
  note = 'note',
}

registerEnumType(ChangeOpModel, {
  name: 'ChangeOp',
  description: 'What happened to an object.',
  valuesMap: {
    create: { description: 'The object was created.' },
    update: { description: 'The object was replaced or patched.' },
    bind: { description: 'A pod was bound to a node.' },
    evict: { description: 'A pod was evicted, which deletes it.' },
    delete: { description: 'The object was deleted.' },
    note: { description: 'An entry about the log itself, not about an object.' },
  },
});

@ObjectType('SetField', { description: 'A field that an admission step set.' })
export class SetFieldModel {
  @Field({ description: 'The field, as a JSON pointer (RFC 6901): `/spec/tolerations/0`.' })
  readonly path!: string;

  @Field(() => Json, { nullable: true, description: 'The value that was set; null if the field was removed.' })
  readonly value!: unknown;
}

@ObjectType('AdmissionStep', { description: 'Fields that an admission step set.' })
export class AdmissionStepModel {
  @Field({ description: 'The plugin of the API server that the step corresponds to: `LimitRanger`.' })
  readonly step!: string;

  @Field(() => [SetFieldModel], { description: 'The fields, in order.' })
  readonly changes!: readonly SetFieldModel[];
}

@ObjectType('Change', { description: 'One object created, replaced, bound, evicted or deleted.' })
export class ChangeModel {
  constructor(private readonly change: LoggedChange) {}

  @Field({ description: 'Position in the log, and resourceVersion of the object.' })
  get position(): string {
    return this.change.position;
  }

  @Field({ description: 'The revision that contains the change.' })
  get revision(): string {
    return this.change.revision;
  }

  @Field(() => DateTime, { description: 'When it was written.' })
  get at(): string {
    return this.change.at;
  }

  @Field(() => ChangeOpModel, { description: 'The operation.' })
  get op(): LoggedChange['op'] {
    return this.change.op;
  }

  @Field({ description: 'Group and version of the object: `v1`, `apps/v1`.' })
  get apiVersion(): string {
    return this.change.apiVersion;
  }

  @Field({ description: 'The kind: `Pod`.' })
  get kind(): string {
    return this.change.kind;
  }

  @Field({ description: 'The namespace; empty for cluster-scoped kinds.' })
  get namespace(): string {
    return this.change.namespace;
  }

  @Field({ description: 'Its name.' })
  get name(): string {
    return this.change.name;
  }

  @Field({ description: 'Its uid.' })
  get uid(): string {
    return this.change.uid;
  }

  @Field(() => Json, {
    nullable: true,
    description:
      'The object after the change; for evict and delete, its last state; for note, the text of the note. ' +
      'Null for bind.',
  })
  get object(): object | null {
    return this.change.object ?? null;
  }

  @Field(() => Json, {
    nullable: true,
    description: 'For bind: the merge patch (RFC 7396) that was applied to the pod.',
  })
  get patch(): object | null {
    return this.change.patch ?? null;
  }

  @Field(typeOf(podReference), { nullable: true, description: 'For evict: the pod for which it was evicted.' })
  get preemptor(): LoggedChange['preemptor'] | null {
    return this.change.preemptor ?? null;
  }

  @Field(() => String, {
    nullable: true,
    description: 'For evict, a description of the pod instead of `preemptor` if the caller may not know that pod.',
  })
  get preemptedBy(): string | null {
    return this.change.preemptedBy ?? null;
  }

  @Field(() => [AdmissionStepModel], {
    description: 'Fields that admission steps set, in the order of the steps; empty if none set any.',
  })
  get admission(): readonly AdmissionStepModel[] {
    return this.change.admission ?? [];
  }
}

/** A page of changes. */
export const ChangeConnection = connectionOf(ChangeModel, { name: 'Change', what: 'a change', counted: false });

@ObjectType('ChangeEvent', { description: 'A change as it happens, or a bookmark.' })
export class ChangeEventModel {
  @Field({ description: 'The log was read up to this position: resume `after` it.' })
  readonly position!: string;

  @Field(() => ChangeModel, {
    nullable: true,
    description:
      'The change. Null in a bookmark, which is sent at the start and at least every 15 seconds without a ' +
      'matching change.',
  })
  readonly change!: ChangeModel | null;
}

/** Which changes; all that is given must hold. */
@ArgsType()
export class ChangeFilterArgs extends argsOf(
  changeArgs,
  {
    name: 'Only objects of this name.',
    uid: 'Only the object with this uid.',
    op: { type: () => ChangeOpModel, description: 'Only this operation.' },
    revision: 'Only this revision.',
    since: { type: () => DateTime, description: 'Only at or after this time.' },
    until: { type: () => DateTime, description: 'Only before this time.' },
  },
  PageArgs,
) {
  @Field(() => [String], { nullable: true, description: 'Only these kinds.' })
  readonly kinds?: readonly string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only these namespaces; empty: none.' })
  readonly namespaces?: readonly string[] | null;
}

/** What a subscription follows. */
@ArgsType()
export class ChangeSubscriptionArgs extends argsOf(changePosition, {
  after: 'Only changes after this position. Default: the present.',
}) {
  @Field(() => ID, { description: 'The cluster, by global id, plain id or name.' })
  readonly clusterId!: string;

  @Field(() => [String], { nullable: true, description: 'Only these kinds.' })
  readonly kinds?: readonly string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only these namespaces; empty: none.' })
  readonly namespaces?: readonly string[] | null;
}
