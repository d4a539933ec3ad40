import { z } from 'zod';
import { ClusterMutationInput } from '../clusters/index.js';
import { document, inputOf } from '../../ground/graphql/index.js';
import { profileWriteQuery } from './profile.schema.js';

const { dryRun } = profileWriteQuery.shape;

const created = z.object({
  profile: document.describe(
    'An entry of `profiles` of a KubeSchedulerConfiguration, whose schedulerName is the name, or a legacy ' +
      'Policy; as JSON, or its YAML or JSON as a string.',
  ),
  dryRun,
});
export const CreatedProfile = inputOf(created, {}, ClusterMutationInput);

const updated = z.object({
  name: z.string().describe('Its name.'),
  profile: document.describe(
    'The new profile: an entry of `profiles` of a KubeSchedulerConfiguration, or a legacy Policy, which ' +
      'may omit its schedulerName; as JSON, or its YAML or JSON as a string.',
  ),
  resourceVersion: z.string().optional().describe('Replaces the profile only if this is its resourceVersion.'),
  dryRun,
});
export const UpdatedProfile = inputOf(updated, {}, ClusterMutationInput);

const deleted = z.object({
  name: z.string().describe('Its name.'),
  resourceVersion: z.string().optional().describe('Deletes it only if this is its resourceVersion.'),
});
export const DeletedProfile = inputOf(deleted, {}, ClusterMutationInput);

const imported = z.object({
  configuration: document.describe(
    'The KubeSchedulerConfiguration or legacy Policy as JSON, or its YAML or JSON as a string.',
  ),
});
export const ConfigurationInput = inputOf(imported, {}, ClusterMutationInput);
