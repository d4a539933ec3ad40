import { Field, ObjectType } from '@nestjs/graphql';
import type { Archive, ArchiveFile, Span } from '#history';
import { connectionOf, DateTime } from '../../ground/graphql/index.js';

@ObjectType('ArchiveSpan', { description: 'The first and the last one, both inclusive; decimal integers.' })
export class ArchiveSpanModel implements Span {
  @Field({ description: 'The first.' })
  readonly first!: string;

  @Field({ description: 'The last.' })
  readonly last!: string;
}

@ObjectType('ArchiveTimes', { description: 'The first and the last time, both inclusive.' })
export class ArchiveTimesModel implements Span {
  @Field(() => DateTime, { description: 'Hash of the first revision.' })
  readonly first!: string;

  @Field(() => DateTime, { description: 'Hash of the last revision.' })
  readonly last!: string;
}

@ObjectType('ArchiveFile', { description: 'A file of an archive, which REST serves.' })
export class ArchiveFileModel implements ArchiveFile {
  @Field({ description: 'Path below the archive folder.' })
  readonly path!: string;

  @Field({ description: 'Size of the stored file in bytes; a decimal integer.' })
  readonly bytes!: string;

  @Field({ description: 'SHA-256 of the file as stored, hexadecimal.' })
  readonly sha256!: string;
}

@ObjectType('Archive', { description: "A part of a cluster's log that was moved from the database into files." })
export class ArchiveModel implements Omit<Archive, 'cluster'> {
  @Field({ description: '`<first revision>-<last revision>`, unique in its cluster.' })
  readonly id!: string;

  @Field(() => ArchiveSpanModel, { description: 'Numbers of its revisions.' })
  readonly revisions!: ArchiveSpanModel;

  @Field(() => ArchiveSpanModel, { description: 'Positions of its changes.' })
  readonly positions!: ArchiveSpanModel;

  @Field(() => ArchiveTimesModel, { description: 'Times of its changes.' })
  readonly times!: ArchiveTimesModel;

  @Field({ description: 'Number of changes; a decimal integer.' })
  readonly changes!: string;

  @Field({ description: 'Number of decisions; a decimal integer.' })
  readonly decisions!: string;

  @Field({ description: 'Decisions whose traces are in the file of traces; a decimal integer.' })
  readonly traces!: string;

  @Field({ description: 'Hash of the last revision, hexadecimal: the first revision in the database contains it.' })
  readonly hash!: string;

  @Field({ description: 'The signed note of the checkpoint at the last revision.' })
  readonly checkpoint!: string;

  @Field(() => ArchiveFileModel, { description: 'The ledger: the input of `berth verify`.' })
  readonly ledgerFile!: ArchiveFileModel;

  @Field(() => ArchiveFileModel, { description: 'The traces of the decisions.' })
  readonly tracesFile!: ArchiveFileModel;

  @Field(() => DateTime, { description: 'When it was removed from the database.' })
  readonly archivedAt!: string;
}

/** A page of archives. */
export const ArchiveConnection = connectionOf(ArchiveModel, { name: 'Archive', what: 'an archive', counted: false });
