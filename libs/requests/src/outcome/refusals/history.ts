import { archives, optional, refusal, text } from './definition.js';
import { listed, quoted } from './words.js';

/** What asking for the past may meet, and archiving it. */
export const HISTORY = {
  SightChanged: refusal({
    code: 'SIGHT_CHANGED',
    category: 'gone',
    title: 'The visibility of the caller has changed',
    description: 'The visibility of the caller in the cluster has changed since the subscription started.',
    fields: { cluster: text('The id of the cluster.') },
    detail: ({ cluster }) =>
      `your visibility in cluster ${quoted(cluster)} has changed: list again, and restart the watch`,
  }),
  HistoryExpired: refusal({
    code: 'HISTORY_EXPIRED',
    category: 'gone',
    title: 'The history has expired',
    description: 'The requested history is older than the stored log.',
    fields: {
      at: text('The requested history.'),
      oldest: text('The first position that is stored.'),
      began: optional(text('When the cluster was created, if the requested time is earlier.')),
      origin: optional(text('The id of the forked cluster, if the position is before the fork; null otherwise.')),
    },
    detail: ({ at, oldest, began, origin }) => {
      if (origin !== undefined)
        return (
          `${quoted(at)} is before the fork, whose log begins at position ${oldest}: ` +
          `cluster ${quoted(origin)} has the earlier history`
        );
      return began === undefined
        ? `${quoted(at)} is before the start of the stored log, at position ${oldest}`
        : `${quoted(at)} is before the cluster was created, at ${began}: its log begins at position ${oldest}`;
    },
  }),
  /** It is not in the database any more. */
  Archived: refusal({
    code: 'ARCHIVED',
    category: 'gone',
    title: 'The history is archived',
    description: 'The requested history was moved from the database into files.',
    fields: { what: text('The requested history.'), archives: archives('Where it is.') },
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
    description: 'The file of the archive is not on this server.',
    fields: { file: text('Path below the archive folder.') },
    detail: ({ file }) => `the file ${file} is not in the archive folder of this server`,
  }),
  /** The disk is full, read-only or gone: nothing was changed, and the same call may succeed later. */
  StorageUnavailable: refusal({
    code: 'STORAGE_UNAVAILABLE',
    category: 'unavailable',
    title: 'The service cannot write to one of its folders',
    description: 'The service cannot write to one of its folders: the disk is full, read-only or missing.',
    fields: { folder: text('Path of the folder on the server.'), problem: text('The problem.') },
    detail: ({ folder, problem }) => `the folder ${folder} cannot be used now: ${problem}; nothing was changed`,
  }),
  ArchivingUnderWay: refusal({
    code: 'ARCHIVING_UNDER_WAY',
    category: 'conflict',
    title: 'History is being archived',
    description: 'Another request is archiving history.',
    retryAfterSeconds: 60,
    fields: {},
    detail: () => 'history is being archived already',
  }),
};
