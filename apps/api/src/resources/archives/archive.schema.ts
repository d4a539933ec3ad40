import { z } from 'zod';
import { objectType, shown } from '../../ground/graphql/index.js';
import { pageQuery, time } from '../../ground/http/index.js';

const integer = z.string().regex(/^[0-9]{1,18}$/);
const span = objectType('ArchiveSpan', 'The first and the last one, both inclusive; decimal integers.', {
  first: integer.describe('The first.'),
  last: integer.describe('The last.'),
});
const file = objectType('ArchiveFile', 'A file of an archive, which REST serves.', {
  path: z.string().describe('Path below the folder `archive` of BERTH_DATA_DIR.'),
  bytes: integer.describe('Size of the stored file in bytes; a decimal integer.'),
  sha256: z.string().describe('SHA-256 of the file as stored, hexadecimal.'),
});
const times = objectType('ArchiveTimes', 'The first and the last time, both inclusive.', {
  first: z.iso.datetime().describe('The first.'),
  last: z.iso.datetime().describe('The last.'),
});

export const archiveSchema = z
  .object({
    id: z.string().describe('`<first revision>-<last revision>`, unique in its cluster.'),
    cluster: shown(z.uuid(), { hidden: true }),
    revisions: span.describe('Numbers of its revisions.'),
    positions: span.describe('Positions of its changes.'),
    times: times.describe('Times of its changes.'),
    changes: integer.describe('Number of changes; a decimal integer.'),
    decisions: integer.describe('Number of decisions; a decimal integer.'),
    traces: integer.describe('Decisions whose traces are in the file of traces; a decimal integer.'),
    hash: z
      .string()
      .describe('Hash of the last revision, hexadecimal: the first revision in the database contains it.'),
    checkpoint: z.string().describe('The signed note of the checkpoint at the last revision.'),
    ledgerFile: file.describe('The ledger as NDJSON in the form `berth.ledger/1`, gzip: the input of `berth verify`.'),
    tracesFile: file.describe('The traces of the decisions, gzip.'),
    archivedAt: z.iso.datetime().describe('When it was removed from the database.'),
  })
  .meta({ id: 'Archive', description: "A part of a cluster's log that was moved from the database into files." });

export const archivePage = z
  .object({ items: z.array(archiveSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ArchivePage', description: 'A page of archives, the oldest revisions of a cluster first.' });

export const archiveListQuery = z.strictObject(pageQuery);

/** Where a list stands. */
export const archivePlace = z.object({ cluster: z.uuid(), revision: integer });

export const archiveBody = z
  .strictObject({
    before: time
      .optional()
      .describe('Archives months that end at or before this time. Default: months older than BERTH_RETENTION.'),
  })
  .meta({ id: 'ArchiveRequest', description: 'What to archive.' });

export const archiveReport = z
  .object({
    archives: z.array(archiveSchema).describe('What was archived, cluster by cluster.'),
    partitions: z.number().int().describe('Partitions that were removed from the database.'),
    upTo: z.iso
      .datetime()
      .nullable()
      .describe('All history before this time is archived; null if there was nothing to archive.'),
  })
  .meta({ id: 'ArchiveReport', description: 'The result of archiving.' });
