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
    'Handling of fields that are unknown to Kubernetes, which are dropped, and of duplicate fields, of ' +
    'which the last one is used.',
  valuesMap: {
    Ignore: { description: 'Accept the object.' },
    Warn: { description: 'Accept the object and report the fields.' },
    Strict: { description: 'Refuse the object.' },
  },
});

@InputType({ description: 'An object to create or to replace.' })
export class ApplyObjectInput extends ClusterMutationInput {
  @Field(() => Json, {
    description:
      'The object as JSON, or its YAML or JSON as a string. A metadata.resourceVersion in it must be the ' +
      'present one.',
  })
  readonly manifest!: unknown;

  @Field(() => Boolean, { nullable: true, description: 'Performs all checks and writes nothing.' })
  readonly dryRun?: boolean | null;

  @Field(() => FieldValidationLevel, {
    nullable: true,
    description: 'Handling of unknown or duplicate fields. Default: `Warn`.',
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
  description: 'What happened to an object.',
  valuesMap: {
    created: { description: 'The object is created.' },
    updated: { description: 'The object was replaced.' },
    unchanged: { description: 'The object was already present and equal.' },
  },
});

@ObjectType({ description: 'Payload of applyObject.' })
export class ApplyObjectPayload extends MutationPayload {
  @Field(() => KubernetesObjectModel, {
    nullable: true,
    description: 'The object after the mutation; null if refused.',
  })
  readonly object?: KubernetesObjectModel;

  @Field(() => ObjectChange, { nullable: true, description: 'What happened to the object; null if refused.' })
  readonly change?: `${ObjectChange}`;

  @Field(() => [String], {
    nullable: true,
    description:
      'Fields that were not stored as written: `spec.nodeSelectors: unknown field, did you mean ' +
      'nodeSelector?`; null if refused.',
  })
  readonly warnings?: readonly string[];
}

@InputType({ description: 'An object to delete.' })
export class DeleteObjectInput extends ClusterMutationInput {
  @Field({ description: 'The kind: `Pod`.' })
  readonly kind!: string;

  @Field(() => String, { nullable: true, description: 'The namespace. Default, for namespaced kinds: `default`.' })
  readonly namespace?: string | null;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'Deletes the object only if this is its uid.' })
  readonly uid?: string | null;

  @Field(() => String, { nullable: true, description: 'Deletes it only if this is its resourceVersion.' })
  readonly resourceVersion?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Performs all checks and writes nothing.' })
  readonly dryRun?: boolean | null;
}

@ObjectType({ description: 'Payload of deleteObject.' })
export class DeleteObjectPayload extends MutationPayload {
  @Field(() => KubernetesObjectModel, { nullable: true, description: 'The last state of the object; null if refused.' })
  readonly object?: KubernetesObjectModel;

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the deleted object, which no longer leads to an object; null if refused.',
  })
  readonly deletedObjectId?: string;
}
