import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { MutationPayload, Json } from '../../ground/graphql/index.js';
import { IgnoredFieldModel, ProfileModel } from './profiles.model.js';

@InputType({ description: 'A scheduler profile to create.' })
export class CreateProfileInput extends ClusterMutationInput {
  @Field(() => Json, {
    description:
      'An entry of `profiles` of a KubeSchedulerConfiguration, whose schedulerName is the name, or a legacy ' +
      'Policy; as JSON, or its YAML or JSON as a string.',
  })
  readonly profile!: unknown;

  @Field(() => Boolean, { nullable: true, description: 'Performs all checks and writes nothing.' })
  readonly dryRun?: boolean | null;
}

@InputType({ description: 'A scheduler profile to replace.' })
export class UpdateProfileInput extends ClusterMutationInput {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => Json, {
    description:
      'The new profile: an entry of `profiles` of a KubeSchedulerConfiguration, or a legacy Policy, which ' +
      'may omit its schedulerName; as JSON, or its YAML or JSON as a string.',
  })
  readonly profile!: unknown;

  @Field(() => String, { nullable: true, description: 'Replaces the profile only if this is its resourceVersion.' })
  readonly resourceVersion?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Performs all checks and writes nothing.' })
  readonly dryRun?: boolean | null;
}

@InputType({ description: 'A scheduler profile to delete.' })
export class DeleteProfileInput extends ClusterMutationInput {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'Deletes it only if this is its resourceVersion.' })
  readonly resourceVersion?: string | null;
}

@InputType({ description: 'A whole scheduler configuration to import.' })
export class ImportSchedulerConfigurationInput extends ClusterMutationInput {
  @Field(() => Json, {
    description: 'The KubeSchedulerConfiguration or legacy Policy as JSON, or its YAML or JSON as a string.',
  })
  readonly configuration!: unknown;
}

@ObjectType({ description: 'Payload of createProfile.' })
export class CreateProfilePayload extends MutationPayload {
  @Field(() => ProfileModel, { nullable: true, description: 'The new profile; null if refused.' })
  readonly profile?: ProfileModel;
}

@ObjectType({ description: 'Payload of updateProfile.' })
export class UpdateProfilePayload extends MutationPayload {
  @Field(() => ProfileModel, { nullable: true, description: 'The replaced profile; null if refused.' })
  readonly profile?: ProfileModel;
}

@ObjectType({ description: 'Payload of deleteProfile.' })
export class DeleteProfilePayload extends MutationPayload {
  @Field(() => ProfileModel, { nullable: true, description: 'The last state of the profile; null if refused.' })
  readonly profile?: ProfileModel;
}

@ObjectType('ConfigurationReport', { description: 'The result of importing a scheduler configuration.' })
export class ConfigurationReportModel {
  @Field({ description: 'The revision of the cluster that contains it; a decimal integer.' })
  readonly revision!: string;

  @Field(() => Int, { description: 'Profiles that were created.' })
  readonly created!: number;

  @Field(() => Int, { description: 'Profiles that were replaced.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Profiles that were already present and equal.' })
  readonly unchanged!: number;

  @Field(() => [ProfileModel], { description: 'The profiles after the import, in the order of the configuration.' })
  readonly profiles!: ProfileModel[];

  @Field(() => [IgnoredFieldModel], {
    description: 'Fields that are accepted for compatibility with kube-scheduler and have no effect.',
  })
  readonly ignored!: IgnoredFieldModel[];
}

@ObjectType({ description: 'Payload of importSchedulerConfiguration.' })
export class ImportSchedulerConfigurationPayload extends MutationPayload {
  @Field(() => ConfigurationReportModel, { nullable: true, description: 'The result; null if refused.' })
  readonly report?: ConfigurationReportModel;
}
