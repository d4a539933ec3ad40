import { problems, refusal, text } from './definition.js';
import { notValid, quoted } from './words.js';

/** What questions about hypothetical clusters may meet. */
export const WHAT_IF = {
  WhatIfInvalid: refusal({
    code: 'WHAT_IF_INVALID',
    category: 'invalid',
    title: 'What was asked cannot be',
    description: 'A step cannot be made, or a part of a question names what is not there. Nothing was done.',
    fields: { problems },
    detail: (values) => notValid('what was asked', values.problems),
  }),
  WhatIfNotFound: refusal({
    code: 'WHAT_IF_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such what-if',
    description: 'There is no such what-if here: it is kept for an hour, by the process that answered it.',
    fields: { whatIf: text('Its id.') },
    detail: (values) =>
      `what-if ${quoted(values.whatIf)} not found: it is kept for an hour, by the process that answered it`,
  }),
};
