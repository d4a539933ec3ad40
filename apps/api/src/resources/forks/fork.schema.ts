import { z } from 'zod';

/** The body of a fork. Its values are judged by the service. */
export const forkBody = z
  .strictObject({
    name: z.string().describe('Of the fork: a DNS label, unique within the team.'),
    at: z
      .string()
      .optional()
      .describe(
        'A position (`123`), a revision (`revision:42`) or an RFC 3339 time; the end of a revision. ' +
          'The present when absent.',
      ),
  })
  .meta({ id: 'ForkInput', description: 'What to call a fork, and where it leaves the cluster.' });
