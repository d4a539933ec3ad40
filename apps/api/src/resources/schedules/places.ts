import { z } from 'zod';

/** What places in lists are: tokens can be written by callers, and what is in them is asked of the database. */
export const PLACES = { text: z.string(), id: z.uuid() };
