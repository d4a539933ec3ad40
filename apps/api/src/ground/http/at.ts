import { z } from 'zod';

const MOMENT =
  'A position (`123`), a revision (`revision:42`), an RFC 3339 time, or a date (midnight UTC). Default: ' +
  'the present.';

/** The query parameter of everything that can be read as it was. What is no moment, the service refuses. */
export const atQuery = { at: z.string().optional().describe(`The state at this moment: ${MOMENT}`) };

/** The query of a single thing that can be read as it was. */
export const momentQuery = z.strictObject(atQuery);

/**
 * A place in a list that may be of the past. With it goes a moment that leads to the same state for good, so that the
 * pages of a list agree: at a time there may be more than the first page saw.
 */
export function placeInTime<Position>(
  after: z.ZodType<Position>,
): z.ZodType<{ after: Position; at?: string | undefined }> {
  return z.object({ after, at: z.string().optional() });
}

/** Where the list of a page token goes on. */
export function nextPlace<Position>(
  after: Position | null,
  moment: string | undefined,
): { readonly after: Position; readonly at?: string } | null {
  return after === null ? null : { after, ...(moment === undefined ? {} : { at: moment }) };
}
