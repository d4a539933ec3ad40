import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput } from '../clusters/index.js';
import { MutationPayload, Json } from '../../ground/graphql/index.js';
import { IgnoredFieldModel, ProfileModel } from './profiles.model.js';

@InputType({ description: 'A scheduler profile to make.' })
export class CreateProfileInput extends ClusterMutationInput {
  @Field(() => Json, {
    description:
      'One entry of `profiles` of a KubeSchedulerConfiguration, whose schedulerName is the name, or a legacy Policy; ' +
      'as JSON, or its YAML or JSON as text.',
  })
  readonly profile!: unknown;

  @Field(() => Boolean, { nullable: true, description: 'Do everything and keep nothing.' })
  readonly dryRun?: boolean | null;
}

@InputType({ description: 'A scheduler profile to replace.' })
export class UpdateProfileInput extends ClusterMutationInput {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => Json, {
    description:
      'What it is to be: one entry of `profiles` of a KubeSchedulerConfiguration, or a legacy Policy, which may ' +
      'leave its schedulerName out; as JSON, or its YAML or JSON as text.',
  })
  readonly profile!: unknown;

  @Field(() => String, { nullable: true, description: 'Replace it only if this is its resourceVersion.' })
  readonly resourceVersion?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Do everything and keep nothing.' })
  readonly dryRun?: boolean | null;
}

@InputType({ description: 'A scheduler profile to delete.' })
export class DeleteProfileInput extends ClusterMutationInput {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'Delete it only if this is its resourceVersion.' })
  readonly resourceVersion?: string | null;
}

@InputType({ description: 'A whole scheduler configuration to import.' })
export class ImportSchedulerConfigurationInput extends ClusterMutationInput {
  @Field(() => Json, {
    description: 'The KubeSchedulerConfiguration or legacy Policy as JSON, or its YAML or JSON as text.',
  })
  readonly configuration!: unknown;
}

@ObjectType({ description: 'What createProfile did.' })
export class CreateProfilePayload extends MutationPayload {
  @Field(() => ProfileModel, { nullable: true, description: 'The new profile; null when it was refused.' })
  readonly profile?: ProfileModel;
}

@ObjectType({ description: 'What updateProfile did.' })
export class UpdateProfilePayload extends MutationPayload {
  @Field(() => ProfileModel, { nullable: true, description: 'The profile as it is now; null when it was refused.' })
  readonly profile?: ProfileModel;
}

@ObjectType({ description: 'What deleteProfile did.' })
export class DeleteProfilePayload extends MutationPayload {
  @Field(() => ProfileModel, { nullable: true, description: 'The profile as it last was; null when it was refused.' })
  readonly profile?: ProfileModel;
}

@ObjectType('ConfigurationReport', { description: 'What the import of a scheduler configuration did.' })
export class ConfigurationReportModel {
  @Field({ description: 'The revision of the cluster that has it; a decimal integer.' })
  readonly revision!: string;

  @Field(() => Int, { description: 'Profiles that are new.' })
  readonly created!: number;

  @Field(() => Int, { description: 'Profiles that were replaced.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Profiles that were there like that already.' })
  readonly unchanged!: number;

  @Field(() => [ProfileModel], { description: 'The profiles as they are now, in the order of the configuration.' })
  readonly profiles!: ProfileModel[];

  @Field(() => [IgnoredFieldModel], {
    description: 'Fields that are accepted, as kube-scheduler accepts them, and change nothing here.',
  })
  readonly ignored!: IgnoredFieldModel[];
}

@ObjectType({ description: 'What importSchedulerConfiguration did.' })
export class ImportSchedulerConfigurationPayload extends MutationPayload {
  @Field(() => ConfigurationReportModel, {
    nullable: true,
    description: 'What the import did; null when it was refused.',
  })
  readonly report?: ConfigurationReportModel;
}
