import { Field, ID, InputType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { MutationPayload, Json } from '../../ground/graphql/index.js';
import { KubernetesObjectModel } from './objects.model.js';

export enum FieldValidationLevel {
  Ignore = 'Ignore',
  Warn = 'Warn',
  Strict = 'Strict',
}

registerEnumType(FieldValidationLevel, {
  name: 'FieldValidation',
  description:
    'What to do about fields that Kubernetes does not know, which are left out, or that stand twice, of which the ' +
    'last counts.',
  valuesMap: {
    Ignore: { description: 'Nothing.' },
    Warn: { description: 'Say so.' },
    Strict: { description: 'Refuse the object.' },
  },
});

@InputType({ description: 'An object to create or to replace.' })
export class ApplyObjectInput extends ClusterMutationInput {
  @Field(() => Json, {
    description:
      'The object as JSON, or its YAML or JSON as text. A metadata.resourceVersion in it must be the present one.',
  })
  readonly manifest!: unknown;

  @Field(() => Boolean, { nullable: true, description: 'Do everything and keep nothing.' })
  readonly dryRun?: boolean | null;

  @Field(() => FieldValidationLevel, {
    nullable: true,
    description: 'What to do about fields that are unknown or stand twice; `Warn` when it is not given.',
  })
  readonly fieldValidation?: `${FieldValidationLevel}` | null;
}

export enum ObjectChange {
  created = 'created',
  updated = 'updated',
  unchanged = 'unchanged',
}

registerEnumType(ObjectChange, {
  name: 'ObjectChange',
  description: 'The operation of a change.',
  valuesMap: {
    created: { description: 'It is new.' },
    updated: { description: 'It was replaced.' },
    unchanged: { description: 'It was there like that already.' },
  },
});

@ObjectType({ description: 'What applyObject did.' })
export class ApplyObjectPayload extends MutationPayload {
  @Field(() => KubernetesObjectModel, {
    nullable: true,
    description: 'The object as it is now; null when it was refused.',
  })
  readonly object?: KubernetesObjectModel;

  @Field(() => ObjectChange, { nullable: true, description: 'What happened to it; null when it was refused.' })
  readonly change?: `${ObjectChange}`;

  @Field(() => [String], {
    nullable: true,
    description:
      'Fields that were not kept as they were written: `spec.nodeSelectors: unknown field, did you mean ' +
      'nodeSelector?`; null when the object was refused.',
  })
  readonly warnings?: readonly string[];
}

@InputType({ description: 'An object to delete.' })
export class DeleteObjectInput extends ClusterMutationInput {
  @Field({ description: 'The kind: `Pod`.' })
  readonly kind!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its namespace; for kinds that have one, `default` when it is not given.',
  })
  readonly namespace?: string | null;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'Delete it only if this is its uid.' })
  readonly uid?: string | null;

  @Field(() => String, { nullable: true, description: 'Delete it only if this is its resourceVersion.' })
  readonly resourceVersion?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Do everything and keep nothing.' })
  readonly dryRun?: boolean | null;
}

@ObjectType({ description: 'What deleteObject did.' })
export class DeleteObjectPayload extends MutationPayload {
  @Field(() => KubernetesObjectModel, {
    nullable: true,
    description: 'The object as it last was; null when it was refused.',
  })
  readonly object?: KubernetesObjectModel;

  @Field(() => ID, { nullable: true, description: 'Its global id, at which nothing is now; null when it was refused.' })
  readonly deletedObjectId?: string;
}
