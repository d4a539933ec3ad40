import { z } from 'zod';

/** The body of a fork. Its values are judged by the service. */
export const forkBody = z
  .strictObject({
    name: z.string().describe('Name of the fork: a DNS label, unique within the team.'),
    at: z
      .string()
      .optional()
      .describe(
        'A position (`123`), a revision (`revision:42`) or an RFC 3339 time: the end of a revision. Default: ' +
          'the present.',
      ),
  })
  .meta({ id: 'ForkInput', description: 'The name of the fork, and the moment at which it leaves the cluster.' });
