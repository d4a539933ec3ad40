import { integer, items, optional, refusal, text } from './definition.js';

/** What an import may meet. */
export const IMPORTS = {
  ManifestsUnreadable: refusal({
    code: 'MANIFESTS_UNREADABLE',
    category: 'malformed',
    title: 'The manifests cannot be read',
    description: 'The text is neither YAML nor JSON.',
    fields: { message: text('Why not.'), line: optional(integer('The line where reading ended, from 1.')) },
    detail: ({ message, line }) => (line === undefined ? message : `line ${line}: ${message}`),
    input: ['manifests'],
  }),
  ImportRejected: refusal({
    code: 'IMPORT_REJECTED',
    category: 'invalid',
    title: 'Objects of the import were rejected',
    description: 'Objects of the import break rules, and nothing was imported.',
    fields: {
      rejected: items('The first of them, and last how many more.'),
      total: integer('How many problems there are.'),
    },
    detail: ({ total }) => `${total} ${total === 1 ? 'problem' : 'problems'}; nothing was imported`,
    entries: ({ rejected }) =>
      rejected.map(({ index, kind, namespace, name, field = '', message }) => ({
        field,
        reason: 'FieldValueInvalid',
        message,
        item: { index, kind, namespace, name },
      })),
    input: ['manifests'],
  }),
};
