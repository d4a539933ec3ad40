import { z } from 'zod';
import { component, Json, objectType, shown } from '../../ground/graphql/index.js';
import { atQuery, booleanParameter, pageQuery } from '../../ground/http/index.js';

/** The body of a creation or a replacement: judged by the scheduler library, which knows every plugin's args. */
export const profileInput = z
  .looseObject({
    schedulerName: z
      .string()
      .optional()
      .describe('Its name, which pods select by spec.schedulerName. A replacement may omit it.'),
  })
  .meta({
    id: 'ProfileInput',
    description:
      'An entry of `profiles` of a KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1), or a legacy ' +
      'Policy (`kind: Policy`, `apiVersion: v1`), which decides as kube-scheduler v1.20.',
  });

export const profileWriteQuery = z.strictObject({
  dryRun: booleanParameter().optional().describe('Perform all checks, report the result, and write nothing.'),
});

export const schedulerConfiguration = z
  .looseObject({
    apiVersion: z.enum(['kubescheduler.config.k8s.io/v1', 'v1']),
    kind: z.enum(['KubeSchedulerConfiguration', 'Policy']),
    profiles: z.array(z.looseObject({})).optional(),
  })
  .meta({
    id: 'SchedulerConfiguration',
    description: 'A KubeSchedulerConfiguration as read by kube-scheduler v1.34, or a Policy as read by v1.20.',
  });

const ignored = z
  .array(
    objectType('IgnoredField', 'A field that is accepted for compatibility with kube-scheduler and has no effect.', {
      field: z.string().describe('Path of the field: `profiles[0].percentageOfNodesToScore`.'),
      message: z.string().describe('Why it has no effect.'),
    }),
  )
  .describe('Fields that are accepted for compatibility with kube-scheduler and have no effect.');

const mappedPlugin = objectType('MappedPlugin', 'A plugin that a name of a legacy Policy was converted to.', {
  plugin: z.string().describe('Its name.'),
  args: z.unknown().optional().describe('As in the profile; null if the plugin takes no args.'),
  weight: z.number().int().optional().describe('Weight of its scores; absent or null if the name is a predicate.'),
});

const mapping = z
  .array(
    objectType('MappedName', 'A name of a legacy Policy, and a plugin that it was converted to.', {
      from: z.string().describe('A name in the Policy.'),
      to: mappedPlugin.nullable().describe('Null if the name is ignored.'),
    }),
  )
  .nullable()
  .describe(
    'The plugins that the names of a legacy Policy were converted to, in the order of the Policy, with ' +
      'one entry for each plugin; null if the source is not a Policy.',
  );

/** The profile by which something was decided. */
export const profileReference = objectType('ProfileReference', 'The scheduler profile that decided.', {
  name: z.string().describe('Its schedulerName.'),
  version: z.number().int().describe('Its version in the cluster, from 1.'),
  digest: z.string().describe('SHA-256 over its configuration and the source of its plugins, hexadecimal.'),
});

/** The build by which something was decided. */
export const engineReference = objectType('EngineReference', 'The build of the engine.', {
  digest: z.string().describe('SHA-256 over its source, hexadecimal.'),
  version: z.string().nullable().describe('The version of the release; null if it was not recorded.'),
});

const version = {
  name: z.string().describe('Its schedulerName.'),
  version: z.number().int().describe('From 1; profiles that decide alike have the same version.'),
  digest: z.string().describe('SHA-256 over its configuration and its plugins, hexadecimal.'),
  config: shown(
    z.object({
      source: z.unknown().describe('As in the request.'),
      effective: z.unknown().describe('With all defaults.'),
    }),
    { type: () => Json, description: '`source` as in the request, `effective` with all defaults.' },
  ),
  ignored,
  mapping,
  createdAt: z.iso
    .datetime()
    .describe(
      'When the version was created; for the default profile before its first run, when the cluster was created.',
    ),
  engine: engineReference
    .nullable()
    .describe('The build that decides with it; null in versions from before it was recorded.'),
};

export const profileVersion = z
  .object(version)
  .meta({ id: 'ProfileVersion', description: 'A version of a scheduler profile. It is never changed or removed.' });

export const profileSchema = z
  .object({
    ...version,
    resourceVersion: shown(
      z
        .string()
        .describe(
          'Position of its last change in the log of the cluster; `0` for the default profile if it was never ' +
            'changed.',
        ),
      {
        nullable: true,
        description:
          'Position of its last change in the log of the cluster, `0` for the default profile if it was never ' +
          'changed; null for a version that was requested by number.',
      },
    ),
    changedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When the profile was last changed. Null for the default profile if it was never changed, and in a fork ' +
          'if the last change is older than the fork: then the origin has it.',
      ),
    changedBy: z.string().nullable().describe('Name of the caller who changed it; null if changedAt is null.'),
  })
  .meta({ id: 'Profile', description: 'A scheduler profile in its present version.' });

export const profilePage = z
  .object({ items: z.array(profileSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ProfilePage', description: 'A page of profiles, by name.' });

export const profileVersionPage = z
  .object({ items: z.array(profileVersion), nextPageToken: z.string().optional() })
  .meta({ id: 'ProfileVersionPage', description: 'A page of versions, latest first.' });

const count = z.number().int();

export const configurationReport = component('ConfigurationReport', 'The result of importing a configuration.', {
  revision: z.string().describe('The revision of the cluster that contains it; a decimal integer.'),
  created: count.describe('Profiles that were created.'),
  updated: count.describe('Profiles that were replaced.'),
  unchanged: count.describe('Profiles that were already present and equal.'),
  profiles: z.array(profileSchema).describe('The profiles after the import, in the order of the configuration.'),
  ignored,
});

export const profileListQuery = z.strictObject(pageQuery);

/** Those that serve, or did at a moment. */
export const profilesQuery = z.strictObject({ ...atQuery, ...pageQuery });
