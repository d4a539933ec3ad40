import { z } from 'zod';
import { pageQuery, time } from '../../ground/http/index.js';

const integer = z.string().regex(/^[0-9]{1,18}$/);
const span = z.object({ first: integer, last: integer });
const file = z.object({
  path: z.string().describe('Path below the folder `archive` of BERTH_DATA_DIR.'),
  bytes: integer,
  sha256: z.string().describe('SHA-256 of the file as stored, hexadecimal.'),
});

export const archiveSchema = z
  .object({
    id: z.string().describe('`<first revision>-<last revision>`, unique in its cluster.'),
    cluster: z.uuid(),
    revisions: span,
    positions: span,
    times: z.object({ first: z.iso.datetime(), last: z.iso.datetime() }),
    changes: integer,
    decisions: integer,
    traces: integer.describe('Decisions whose traces are in the file of traces.'),
    hash: z
      .string()
      .describe('Hash of the last revision, hexadecimal: the first revision in the database contains it.'),
    checkpoint: z.string().describe('The signed note of the checkpoint at the last revision.'),
    ledgerFile: file.describe('The ledger as NDJSON in the form `berth.ledger/1`, gzip: the input of `berth verify`.'),
    tracesFile: file.describe('The traces of the decisions, gzip.'),
    archivedAt: z.iso.datetime(),
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
    archives: z.array(archiveSchema),
    partitions: z.number().int().describe('Partitions that were removed from the database.'),
    upTo: z.iso
      .datetime()
      .nullable()
      .describe('All history before this time is archived; null if there was nothing to archive.'),
  })
  .meta({ id: 'ArchiveReport', description: 'The result of archiving.' });
