import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';

const hash = z.string().describe('SHA-256, hexadecimal.');
const path = z.array(hash).describe('Sibling hashes, from the leaf up.');

export const checkpointSchema = z
  .object({
    cluster: z.uuid(),
    size: z.string().describe('Own revisions of the cluster: leaves of the tree.'),
    root: hash,
    at: z.iso.datetime().describe('When it was signed.'),
    revision: z.string().describe('The last revision that it is about.'),
    position: z.string().describe('The last position that it is about.'),
    hash: hash.describe('The hash of that revision.'),
    note: z.string().describe('As it was signed: a checkpoint in the form of c2sp.org/tlog-checkpoint.'),
  })
  .meta({ id: 'Checkpoint', description: "What a cluster's log was, signed." });

export const checkpointPage = z
  .object({ items: z.array(checkpointSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'CheckpointPage', description: 'A page of checkpoints, the largest first.' });

export const checkpointListQuery = z.strictObject(pageQuery);

export const signingKeySchema = z
  .object({
    algorithm: z.literal('Ed25519'),
    name: z.string().describe("The key's name in signed notes."),
    id: z.string().describe("The key's id in signed notes, hexadecimal."),
    publicKeyPem: z.string().describe('The public key as PEM.'),
    verifierKey: z.string().describe('The public key as tools of signed notes take it (c2sp.org/signed-note).'),
  })
  .meta({ id: 'SigningKey', description: 'The public key of checkpoints.' });

const pathSchema = z.object({ leafIndex: z.string(), treeSize: z.string(), path }).describe('RFC 9162 2.1.3.');

export const inclusionSchema = z
  .object({
    entry: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'What is hashed of the change or decision, as canonical JSON (RFC 8785); null where a revision was ' +
          'asked for, ' +
          'and where it names what the reader may not know.',
      ),
    entryHash: hash
      .nullable()
      .describe('The leaf that it makes: SHA-256 of the byte 0 and the entry. Null where a revision was asked for.'),
    entryProof: pathSchema.nullable().describe("From the entry to the revision's leafRoot."),
    revision: z.record(z.string(), z.unknown()).describe('What is hashed of the revision.'),
    revisionHash: hash.describe('SHA-256 of the byte 2 and the revision as canonical JSON.'),
    revisionProof: pathSchema.describe("From the revision's hash, the entry of that tree, to the checkpoint's root."),
    checkpoint: checkpointSchema,
  })
  .meta({ id: 'InclusionProof', description: 'That an entry is in the history that a checkpoint is of.' });

export const consistencySchema = z
  .object({ from: checkpointSchema, to: checkpointSchema, path })
  .meta({
    id: 'ConsistencyProof',
    description: 'That the history of one checkpoint starts with that of another (RFC 9162 2.1.4).',
  });

/** A count of leaves: exact as a number. */
const size = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, 'must be a decimal integer')
  .transform(Number);
const integer = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,17})$/, 'must be a decimal integer')
  .transform(BigInt);

export const checkpointSize = z.union([z.literal('latest'), size]);

export const inclusionQuery = z
  .strictObject({
    revision: integer.optional().describe('Prove this revision.'),
    position: integer.optional().describe('Prove the change at this position.'),
    decision: z.string().optional().describe('Prove this decision: `<run>.<ordinal>`.'),
    size: size
      .optional()
      .describe('In the checkpoint of this size; without it in the last one, which is made if it must be.'),
  })
  .refine(
    (query) => [query.revision, query.position, query.decision].filter((one) => one !== undefined).length === 1,
    'exactly one of revision, position and decision must be given',
  );

export const consistencyQuery = z.strictObject({
  from: size.describe('Size of the smaller checkpoint.'),
  to: size.describe('Size of the larger one.'),
});

export const ledgerQuery = z.strictObject({
  fromRevision: integer.optional().describe("The first revision; the cluster's first own one by default."),
  toRevision: integer.optional().describe("The last revision; the cluster's last by default."),
});

export const ledgerText = z
  .string()
  .meta({ id: 'Ledger', description: 'Lines of canonical JSON in the form `berth.ledger/1`.' });
