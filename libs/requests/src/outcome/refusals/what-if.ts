import { problems, refusal, text } from './definition.js';
import { notValid, quoted } from './words.js';

/** What questions about hypothetical clusters may meet. */
export const WHAT_IF = {
  WhatIfInvalid: refusal({
    code: 'WHAT_IF_INVALID',
    category: 'invalid',
    title: 'The hypothetical request is not valid',
    description:
      'A step cannot be applied, or a part of the question refers to something that does not exist. Nothing ' +
      'was done.',
    fields: { problems },
    detail: (values) => notValid('what was asked', values.problems),
  }),
  WhatIfNotFound: refusal({
    code: 'WHAT_IF_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such what-if',
    description: 'There is no such what-if: only the process that answered it keeps it, for an hour.',
    fields: { whatIf: text('Its id.') },
    detail: (values) =>
      `what-if ${quoted(values.whatIf)} not found: only the process that answered it keeps it, for an hour`,
  }),
};
