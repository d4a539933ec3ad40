import { Field, ObjectType } from '@nestjs/graphql';
import type { Archive, ArchiveFile, Span } from '#history';
import { connectionOf, DateTime } from '../../ground/graphql/index.js';

@ObjectType('ArchiveSpan', { description: 'From and to, both included; decimal integers.' })
export class ArchiveSpanModel implements Span {
  @Field({ description: 'The first.' })
  readonly first!: string;

  @Field({ description: 'The last.' })
  readonly last!: string;
}

@ObjectType('ArchiveTimes', { description: 'From when to when, both included.' })
export class ArchiveTimesModel implements Span {
  @Field(() => DateTime, { description: 'Of the first revision.' })
  readonly first!: string;

  @Field(() => DateTime, { description: 'Of the last revision.' })
  readonly last!: string;
}

@ObjectType('ArchiveFile', { description: 'A file of an archive; REST serves it.' })
export class ArchiveFileModel implements ArchiveFile {
  @Field({ description: 'Below the folder of archives.' })
  readonly path!: string;

  @Field({ description: 'Bytes of the file as it is; a decimal integer.' })
  readonly bytes!: string;

  @Field({ description: 'SHA-256 of the file as it is, in hexadecimal.' })
  readonly sha256!: string;
}

@ObjectType('Archive', {
  description: "A part of a cluster's log that lies in files, and not in the database any more.",
})
export class ArchiveModel implements Omit<Archive, 'cluster'> {
  @Field({ description: '`<first revision>-<last revision>`, unique in its cluster.' })
  readonly id!: string;

  @Field(() => ArchiveSpanModel, { description: 'Its revisions.' })
  readonly revisions!: ArchiveSpanModel;

  @Field(() => ArchiveSpanModel, { description: 'The positions of its changes.' })
  readonly positions!: ArchiveSpanModel;

  @Field(() => ArchiveTimesModel, { description: 'When they were.' })
  readonly times!: ArchiveTimesModel;

  @Field({ description: 'How many changes; a decimal integer.' })
  readonly changes!: string;

  @Field({ description: 'How many decisions; a decimal integer.' })
  readonly decisions!: string;

  @Field({ description: 'Decisions whose traces are in the file of traces; a decimal integer.' })
  readonly traces!: string;

  @Field({ description: 'Of the last revision, in hexadecimal: what the first one in the database follows.' })
  readonly hash!: string;

  @Field({ description: 'The signed note of the checkpoint at the last revision.' })
  readonly checkpoint!: string;

  @Field(() => ArchiveFileModel, { description: 'The ledger: what `berth verify` reads.' })
  readonly ledgerFile!: ArchiveFileModel;

  @Field(() => ArchiveFileModel, { description: 'The evidence of the decisions.' })
  readonly tracesFile!: ArchiveFileModel;

  @Field(() => DateTime, { description: 'When it left the database.' })
  readonly archivedAt!: string;
}

/** A page of archives. */
export const ArchiveConnection = connectionOf(ArchiveModel, { name: 'Archive', what: 'an archive', counted: false });
