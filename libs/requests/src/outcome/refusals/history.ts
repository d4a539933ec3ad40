import { archives, optional, refusal, text } from './definition.js';
import { listed, quoted } from './words.js';

/** What asking for the past may meet, and archiving it. */
export const HISTORY = {
  SightChanged: refusal({
    code: 'SIGHT_CHANGED',
    category: 'gone',
    title: 'What the caller may see has changed',
    description: 'What the caller may see of the cluster is not what it was when they began to follow it.',
    fields: { cluster: text('The id of the cluster.') },
    detail: ({ cluster }) => `what you may see of cluster ${quoted(cluster)} has changed: list again, and follow anew`,
  }),
  HistoryExpired: refusal({
    code: 'HISTORY_EXPIRED',
    category: 'gone',
    title: 'The log is no longer kept that far back',
    description: 'What was asked for lies before what is kept of the log.',
    fields: {
      at: text('What was asked for.'),
      oldest: text('The first position that can still be read.'),
      began: optional(text('When the cluster was made, where it lies before that.')),
      origin: optional(text('The id of the cluster that was forked, where it lies before the fork; null otherwise.')),
    },
    detail: ({ at, oldest, began, origin }) => {
      if (origin !== undefined)
        return (
          `${quoted(at)} lies before the fork, whose log begins at position ${oldest}: ` +
          `cluster ${quoted(origin)} has what was before`
        );
      return began === undefined
        ? `${quoted(at)} lies before what is kept of the log, which begins at position ${oldest}`
        : `${quoted(at)} lies before the cluster was made, at ${began}: its log begins at position ${oldest}`;
    },
  }),
  /** It is not in the database any more. */
  Archived: refusal({
    code: 'ARCHIVED',
    category: 'gone',
    title: 'It was archived',
    description: 'What was asked for is in the database no more, and lies in files.',
    fields: { what: text('What was asked for.'), archives: archives('Where it is.') },
    detail: (values) =>
      `${values.what} is archived: ${listed(values.archives.map(({ id, file }) => `archive ${id}, file ${file}`))}`,
  }),
  ArchiveNotFound: refusal({
    code: 'ARCHIVE_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such archive',
    description: 'There is no such archive.',
    fields: { archive: text('Its id.') },
    detail: ({ archive }) => `archive ${quoted(archive)} not found`,
  }),
  /** The server that was asked is not the one that wrote it, or the file was moved away. */
  ArchiveFileMissing: refusal({
    code: 'ARCHIVE_FILE_MISSING',
    category: 'notFound',
    title: 'The file of the archive is not on this server',
    description: 'The file of the archive is not on the server that was asked.',
    fields: { file: text('Its path below the folder of archives.') },
    detail: ({ file }) => `the file ${file} is not in the folder of archives of this server`,
  }),
  /** The disk is full, read-only or gone: nothing was changed, and the same call may succeed later. */
  StorageUnavailable: refusal({
    code: 'STORAGE_UNAVAILABLE',
    category: 'unavailable',
    title: 'A folder of the service cannot be used now',
    description: 'A folder that the service keeps files in cannot be used now: its disk is full, read-only or gone.',
    fields: { folder: text('The folder, on the server.'), problem: text('What is wrong with it.') },
    detail: ({ folder, problem }) => `the folder ${folder} cannot be used now: ${problem}; nothing was changed`,
  }),
  ArchivingUnderWay: refusal({
    code: 'ARCHIVING_UNDER_WAY',
    category: 'conflict',
    title: 'History is being archived',
    description: 'History is being archived already.',
    retryAfterSeconds: 60,
    fields: {},
    detail: () => 'history is being archived already',
  }),
};
