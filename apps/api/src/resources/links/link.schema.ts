import { FORMATS } from '#schedules';
import { z } from 'zod';
import { component, shown } from '../../ground/graphql/index.js';

const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;

const expiresIn = z
  .number()
  .int()
  .min(60)
  .max(WEEK)
  .default(HOUR)
  .describe('Seconds until the link expires, at most a week. Default: an hour.');

/** The body of a link to the file of an export. */
export const exportLinkBody = z
  .strictObject({ expiresIn })
  .meta({ id: 'ExportLinkInput', description: 'A link to the file of an export.' });

/** The body of a link to the rows of a result. */
export const resultLinkBody = z
  .strictObject({
    expiresIn,
    format: shown(z.enum(FORMATS), { type: () => String })
      .default('csv')
      .describe('The form of the rows. Default: csv.'),
  })
  .meta({ id: 'ResultLinkInput', description: 'A link to the rows of a result.' });

export const linkSchema = component(
  'Link',
  'A signed link to one file. The link alone gives access to the file, until it expires.',
  {
    url: z
      .string()
      .describe('The link, for any HTTP client, without a key: a URL, or its path if `BERTH_PUBLIC_URL` is not set.'),
    expiresAt: z.iso.datetime().describe('When it expires.'),
  },
);

export const linkQuery = z.strictObject({ link: z.string().max(4_096).describe('The link, as it was answered.') });
