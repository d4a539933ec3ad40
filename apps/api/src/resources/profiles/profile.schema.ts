import { z } from 'zod';
import { objectType } from '../../ground/graphql/index.js';
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
  .array(z.object({ field: z.string(), message: z.string() }))
  .describe('Fields that are accepted for compatibility with kube-scheduler and have no effect.');

const mapping = z
  .array(
    z.object({
      from: z.string().describe('A name in the Policy.'),
      to: z
        .object({
          plugin: z.string(),
          args: z.unknown().optional().describe('As in the profile; null if the plugin takes no args.'),
          weight: z.number().int().optional().describe('Weight of its scores; absent if the name is a predicate.'),
        })
        .nullable()
        .describe('Null if the name is ignored.'),
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
  digest: z.string().describe('SHA-256 over its configuration and its plugins.'),
  config: z.object({
    source: z.unknown().describe('As in the request.'),
    effective: z.unknown().describe('With all defaults.'),
  }),
  ignored,
  mapping,
  createdAt: z.iso.datetime().describe('When the version was created.'),
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
    resourceVersion: z
      .string()
      .describe(
        'Position of its last change in the log of the cluster; `0` for the default profile if it was never ' +
          'changed.',
      ),
    changedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Null for the default profile if it was never changed, and in a fork if the last change is older than ' +
          'the fork: then the origin has it.',
      ),
    changedBy: z.string().nullable(),
  })
  .meta({ id: 'Profile', description: 'A scheduler profile in its present version.' });

export const profilePage = z
  .object({ items: z.array(profileSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ProfilePage', description: 'A page of profiles, by name.' });

export const profileVersionPage = z
  .object({ items: z.array(profileVersion), nextPageToken: z.string().optional() })
  .meta({ id: 'ProfileVersionPage', description: 'A page of versions, latest first.' });

const count = z.number().int();

export const configurationReport = z
  .object({
    revision: z.string(),
    created: count,
    updated: count,
    unchanged: count,
    profiles: z.array(profileSchema),
    ignored,
  })
  .meta({ id: 'ConfigurationReport', description: 'The result of importing a configuration.' });

export const profileListQuery = z.strictObject(pageQuery);

/** Those that serve, or did at a moment. */
export const profilesQuery = z.strictObject({ ...atQuery, ...pageQuery });
