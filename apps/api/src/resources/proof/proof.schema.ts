import { z } from 'zod';
import { component, shown } from '../../ground/graphql/index.js';
import { pageQuery } from '../../ground/http/index.js';

const hash = z.string().describe('SHA-256, hexadecimal.');
const path = z.array(hash).describe('Sibling hashes, from the leaf up.');

export const checkpointSchema = component('Checkpoint', "A signed statement of a cluster's log.", {
  cluster: shown(z.uuid(), { hidden: true }),
  size: z
    .string()
    .describe('Number of revisions of the cluster itself, which are the leaves of the tree; a decimal integer.'),
  root: hash.describe('The root of the tree; SHA-256, hexadecimal.'),
  at: z.iso.datetime().describe('When it was signed.'),
  revision: z.string().describe('The last revision that it covers; a decimal integer.'),
  position: z.string().describe('The last position that it covers; a decimal integer.'),
  hash: hash.describe('The hash of that revision; SHA-256, hexadecimal.'),
  note: z.string().describe('The signed note: a checkpoint in the form of c2sp.org/tlog-checkpoint.'),
});

export const checkpointPage = z
  .object({ items: z.array(checkpointSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'CheckpointPage', description: 'A page of checkpoints, largest first.' });

export const checkpointListQuery = z.strictObject(pageQuery);

export const signingKeySchema = component('SigningKey', 'The public key of checkpoints.', {
  algorithm: z.literal('Ed25519').describe('Ed25519.'),
  name: z.string().describe("The key's name in signed notes."),
  id: z.string().describe("The key's id in signed notes, hexadecimal."),
  publicKeyPem: z.string().describe('The public key as PEM.'),
  verifierKey: z.string().describe('The public key in the format of signed notes (c2sp.org/signed-note).'),
});

const pathSchema = z.object({ leafIndex: z.string(), treeSize: z.string(), path }).describe('RFC 9162 2.1.3.');

export const inclusionSchema = z
  .object({
    entry: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'The hashed form of the change or decision, as canonical JSON (RFC 8785); null if a revision is ' +
          'proven, or if it contains what the caller may not know.',
      ),
    entryHash: hash
      .nullable()
      .describe('The leaf of the entry: SHA-256 of the byte 0 and the entry. Null if a revision is proven.'),
    entryProof: pathSchema.nullable().describe("From the entry to the revision's leafRoot."),
    revision: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'The hashed form of the revision, with its author, client and reason; null for a caller who sees a part of ' +
          'the cluster and did not write the revision. The step from the entry to `revisionHash` is then not proven.',
      ),
    revisionHash: hash.describe('SHA-256 of the byte 2 and the revision as canonical JSON.'),
    revisionProof: pathSchema.describe("From the revision's hash, an entry of that tree, to the checkpoint's root."),
    checkpoint: checkpointSchema,
  })
  .meta({ id: 'InclusionProof', description: 'Proof that an entry is in the history of a checkpoint.' });

export const consistencySchema = z
  .object({ from: checkpointSchema, to: checkpointSchema, path })
  .meta({
    id: 'ConsistencyProof',
    description: 'Proof that the history of one checkpoint begins with that of another (RFC 9162 2.1.4).',
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
    revision: integer.optional().describe('Proves this revision.'),
    position: integer.optional().describe('Proves the change at this position.'),
    decision: z.string().optional().describe('Proves this decision: `<run>.<ordinal>`.'),
    size: size
      .optional()
      .describe(
        'The size of the checkpoint. Default: the last one, or a new one if the last does not cover the ' + 'entry.',
      ),
  })
  .refine(
    (query) => [query.revision, query.position, query.decision].filter((one) => one !== undefined).length === 1,
    'exactly one of revision, position and decision must be set',
  );

export const consistencyQuery = z.strictObject({
  from: size.describe('Size of the smaller checkpoint.'),
  to: size.describe('Size of the larger one.'),
});

export const ledgerQuery = z.strictObject({
  fromRevision: integer.optional().describe('The first revision. Default: the first revision of the cluster itself.'),
  toRevision: integer.optional().describe('The last revision. Default: the last one of the cluster.'),
});

export const ledgerText = z
  .string()
  .meta({ id: 'Ledger', description: 'Lines of canonical JSON in the form `berth.ledger/1`.' });
