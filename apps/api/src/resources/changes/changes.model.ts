import { ArgsType, Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { LoggedChange } from '#history';
import { PodReferenceModel } from '../decisions/index.js';
import { argsOf, connectionOf, PageArgs, DateTime, Json } from '../../ground/graphql/index.js';
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
    create: { description: 'It was created.' },
    update: { description: 'It was replaced, or patched.' },
    bind: { description: 'A pod was bound to a node.' },
    evict: { description: 'A pod was evicted, and is gone.' },
    delete: { description: 'It was deleted.' },
    note: { description: 'An entry about the log itself, and about no object.' },
  },
});

@ObjectType('SetField', { description: 'A field that a step of admission set.' })
export class SetFieldModel {
  @Field({ description: 'The field, as a JSON pointer (RFC 6901): `/spec/tolerations/0`.' })
  readonly path!: string;

  @Field(() => Json, { nullable: true, description: 'What it was set to; null where it was taken away.' })
  readonly value!: unknown;
}

@ObjectType('AdmissionStep', { description: 'What a step of admission set of what was sent.' })
export class AdmissionStepModel {
  @Field({ description: "That of the chain, which is that of the API server's plugin: `LimitRanger`." })
  readonly step!: string;

  @Field(() => [SetFieldModel], { description: 'The fields that it set, in order.' })
  readonly changes!: readonly SetFieldModel[];
}

@ObjectType('Change', { description: 'One object created, replaced, bound, evicted or deleted.' })
export class ChangeModel {
  constructor(private readonly change: LoggedChange) {}

  @Field({ description: "Its place in the log, and the object's resourceVersion." })
  get position(): string {
    return this.change.position;
  }

  @Field({ description: 'The revision that it is of.' })
  get revision(): string {
    return this.change.revision;
  }

  @Field(() => DateTime, { description: 'When it was written.' })
  get at(): string {
    return this.change.at;
  }

  @Field(() => ChangeOpModel, { description: 'What happened.' })
  get op(): LoggedChange['op'] {
    return this.change.op;
  }

  @Field({ description: 'Group and version of the object: `v1`, `apps/v1`.' })
  get apiVersion(): string {
    return this.change.apiVersion;
  }

  @Field({ description: 'Its kind: `Pod`.' })
  get kind(): string {
    return this.change.kind;
  }

  @Field({ description: 'Its namespace; empty for kinds that have none.' })
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
      'The object as it is now; where it went (evict, delete) as it last was; of a note, what it ' +
      'says. Null of a binding.',
  })
  get object(): object | null {
    return this.change.object ?? null;
  }

  @Field(() => Json, {
    nullable: true,
    description: 'Of a binding: the merge patch (RFC 7396) that makes the pod what it is now.',
  })
  get patch(): object | null {
    return this.change.patch ?? null;
  }

  @Field(() => PodReferenceModel, { nullable: true, description: 'Of an eviction: the pod that it made room for.' })
  get preemptor(): PodReferenceModel | null {
    return this.change.preemptor ?? null;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Of an eviction, instead of `preemptor`: what may be said of a pod that the reader may not know.',
  })
  get preemptedBy(): string | null {
    return this.change.preemptedBy ?? null;
  }

  @Field(() => [AdmissionStepModel], {
    description: 'What each step of admission set of what was sent, in their order; empty where none set anything.',
  })
  get admission(): readonly AdmissionStepModel[] {
    return this.change.admission ?? [];
  }
}

/** A page of changes. */
export const ChangeConnection = connectionOf(ChangeModel, { name: 'Change', what: 'a change', counted: false });

@ObjectType('ChangeEvent', { description: 'A change as it happens, or a sign that there was none.' })
export class ChangeEventModel {
  @Field({ description: 'The log was followed up to here: go on `after` it.' })
  readonly position!: string;

  @Field(() => ChangeModel, {
    nullable: true,
    description:
      'The change. Null when there was none that was asked for: at once, and then at least every 15 seconds.',
  })
  readonly change!: ChangeModel | null;
}

/** Which changes; all that is given must hold. */
@ArgsType()
export class ChangeFilterArgs extends argsOf(
  changeArgs,
  {
    name: 'Of objects of this name.',
    uid: 'Of the object with this uid.',
    op: { type: () => ChangeOpModel, description: 'Of this sort.' },
    revision: 'Of this revision.',
    since: { type: () => DateTime, description: 'From this time on.' },
    until: { type: () => DateTime, description: 'Before this time.' },
  },
  PageArgs,
) {
  @Field(() => [String], { nullable: true, description: 'Of these kinds.' })
  readonly kinds?: readonly string[] | null;

  @Field(() => [String], { nullable: true, description: 'In these namespaces; empty: in none.' })
  readonly namespaces?: readonly string[] | null;
}

/** What a subscription follows. */
@ArgsType()
export class ChangeSubscriptionArgs extends argsOf(changePosition, {
  after: 'After this position; without it, from now on.',
}) {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;

  @Field(() => [String], { nullable: true, description: 'Of these kinds.' })
  readonly kinds?: readonly string[] | null;

  @Field(() => [String], { nullable: true, description: 'In these namespaces; empty: in none.' })
  readonly namespaces?: readonly string[] | null;
}
