import { z } from 'zod';
import { atQuery, booleanParameter, pageQuery } from '../../ground/http/index.js';

/** The body of a creation or a replacement: judged by the scheduler library, which knows every plugin's args. */
export const profileInput = z
  .looseObject({
    schedulerName: z
      .string()
      .optional()
      .describe('Its name: pods choose it by their spec.schedulerName. A replacement may leave it out.'),
  })
  .meta({
    id: 'ProfileInput',
    description:
      'One entry of `profiles` of a KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1), or a legacy Policy ' +
      '(`kind: Policy`, `apiVersion: v1`), which decides as kube-scheduler v1.20.',
  });

export const profileWriteQuery = z.strictObject({
  dryRun: booleanParameter().optional().describe('Do everything, say what would be, and keep nothing.'),
});

export const schedulerConfiguration = z
  .looseObject({
    apiVersion: z.enum(['kubescheduler.config.k8s.io/v1', 'v1']),
    kind: z.enum(['KubeSchedulerConfiguration', 'Policy']),
    profiles: z.array(z.looseObject({})).optional(),
  })
  .meta({
    id: 'SchedulerConfiguration',
    description: 'A KubeSchedulerConfiguration, as kube-scheduler v1.34 reads it, or a Policy, as v1.20 does.',
  });

const ignored = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .describe('Fields that are accepted, as kube-scheduler accepts them, and change nothing here.');

const mapping = z
  .array(
    z.object({
      from: z.string().describe('A name of the Policy.'),
      to: z
        .object({
          plugin: z.string(),
          args: z.unknown().optional().describe('As the profile has them, where it takes some.'),
          weight: z.number().int().optional().describe('Of its scores; absent where the name is a predicate.'),
        })
        .nullable()
        .describe('Null for a name that is passed over.'),
    }),
  )
  .nullable()
  .describe(
    'What the names of a legacy Policy became, in its order, a name that became several plugins with an entry for ' +
      'each; null where the source is none.',
  );

const version = {
  name: z.string().describe('Its schedulerName.'),
  version: z.number().int().describe('From 1; the same for profiles that decide alike.'),
  digest: z.string().describe('Over its configuration and the plugins that decide with it.'),
  config: z.object({
    source: z.unknown().describe('As it was given.'),
    effective: z.unknown().describe('Merged with the defaults.'),
  }),
  ignored,
  mapping,
  createdAt: z.iso.datetime().describe('When the version was made.'),
  engine: z
    .object({ digest: z.string(), version: z.string().nullable() })
    .nullable()
    .describe('The code that decides by it; null in versions that were kept before that was noted.'),
};

export const profileVersion = z
  .object(version)
  .meta({
    id: 'ProfileVersion',
    description: 'A version of a scheduler profile. It is never changed and never removed.',
  });

export const profileSchema = z
  .object({
    ...version,
    resourceVersion: z
      .string()
      .describe(
        'Position of its last change in the log of the cluster; `0` for the default profile that nobody has changed.',
      ),
    changedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Null for the default profile that nobody has changed, and in a fork, if it was before ' +
          'that: the origin says it.',
      ),
    changedBy: z.string().nullable(),
  })
  .meta({ id: 'Profile', description: 'A scheduler profile that serves new runs, in its present version.' });

export const profilePage = z
  .object({ items: z.array(profileSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ProfilePage', description: 'A page of profiles, by name.' });

export const profileVersionPage = z
  .object({ items: z.array(profileVersion), nextPageToken: z.string().optional() })
  .meta({ id: 'ProfileVersionPage', description: 'A page of versions, the latest first.' });

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
  .meta({ id: 'ConfigurationReport', description: 'What the import of a configuration did.' });

export const profileListQuery = z.strictObject(pageQuery);

/** Those that serve, or did at a moment. */
export const profilesQuery = z.strictObject({ ...atQuery, ...pageQuery });
