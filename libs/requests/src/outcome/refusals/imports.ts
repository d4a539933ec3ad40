import { integer, items, optional, refusal, text, texts, type ImportItem, type RefusalEntry } from './definition.js';
import { counted, listed } from './words.js';

/** What an import may meet. */
export const IMPORTS = {
  ManifestsUnreadable: refusal({
    code: 'MANIFESTS_UNREADABLE',
    category: 'malformed',
    title: 'The manifests cannot be read',
    description: 'The text is neither YAML nor JSON.',
    fields: {
      message: text('The reason.'),
      line: optional(integer('The line at which reading stopped, from 1.')),
      index: optional(integer('Index of the object in the input that could not be read, from 0.')),
    },
    detail: ({ message, line, index = 0 }) =>
      (line === undefined ? message : `line ${line}: ${message}`) +
      (index === 0 ? '' : ` (after ${counted(index, 'object')})`),
    input: ['manifests'],
  }),
  ImportRejected: refusal({
    code: 'IMPORT_REJECTED',
    category: 'invalid',
    title: 'Objects of the import were rejected',
    description: 'Objects of the import are invalid, or of a sort for which the import aborts. Nothing was imported.',
    fields: {
      rejected: items('The first problems, then an entry with the number of further ones.'),
      total: integer('Number of problems.'),
    },
    detail: ({ total }) => `${counted(total, 'problem')}; nothing was imported`,
    entries: ({ rejected }) => entriesOf(rejected),
    input: ['manifests'],
  }),
  NothingToImport: refusal({
    code: 'NOTHING_TO_IMPORT',
    category: 'malformed',
    title: 'There is nothing to import',
    description: 'The manifests contain no object of a supported kind.',
    fields: {
      ignored: items('The first objects of unsupported kinds, then an entry with the number of further ones.'),
      total: integer('Number of such objects.'),
      kinds: texts('For each unsupported kind, the consequence of leaving it out.'),
    },
    detail: ({ total, kinds }) =>
      total === 0
        ? 'there is no object in the manifests'
        : `${counted(total, 'object')}, and none of a kind that is kept: ${listed(kinds)}`,
    entries: ({ ignored }) => entriesOf(ignored),
    input: ['manifests'],
  }),
};

function entriesOf(items: readonly ImportItem[]): RefusalEntry[] {
  return items.map(({ index, kind, namespace, name, field = '', message }) => ({
    field,
    reason: 'FieldValueInvalid',
    message,
    item: { index, kind, namespace, name },
  }));
}
