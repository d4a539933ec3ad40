import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import type { Revision } from '#history';
import { argsOf, connectionOf, PageArgs, DateTime } from '../../ground/graphql/index.js';
import { revisionFilter } from './revision.schema.js';

@ObjectType('Revision', { description: 'One committed write, and its author.' })
export class RevisionModel {
  constructor(
    readonly place: ClusterPlace,
    readonly written: Revision,
  ) {}

  @Field({ description: 'Its number.' })
  get revision(): string {
    return this.written.revision;
  }

  @Field({ description: 'Position of its first change.' })
  get firstPosition(): string {
    return this.written.firstPosition;
  }

  @Field({ description: 'Position of its last change; `first` minus 1 if it has no changes.' })
  get lastPosition(): string {
    return this.written.lastPosition;
  }

  @Field(() => Int, { description: 'Number of its changes.' })
  get count(): number {
    return this.written.count;
  }

  @Field(() => DateTime, { description: 'When it was written.' })
  get at(): string {
    return this.written.at;
  }

  @Field({ description: 'Name of the caller: the `X-Berth-Actor` of the request.' })
  get actor(): string {
    return this.written.actor;
  }

  @Field({ description: 'The authenticated principal.' })
  get principal(): string {
    return this.written.principal;
  }

  @Field({ description: 'The `X-Request-Id` of the request.' })
  get requestId(): string {
    return this.written.requestId;
  }

  @Field({ description: 'Program of the caller: the `User-Agent` of the request.' })
  get client(): string {
    return this.written.client;
  }

  @Field({ description: 'Reason given by the caller: the `X-Berth-Reason` of the request. May be empty.' })
  get reason(): string {
    return this.written.reason;
  }

  @Field({ description: 'Root of the Merkle tree over its changes and decisions; hexadecimal.' })
  get leafRoot(): string {
    return this.written.leafRoot;
  }

  @Field({ description: 'Hash of the previous revision; hexadecimal.' })
  get prevHash(): string {
    return this.written.prevHash;
  }

  @Field({ description: 'Hash over all fields, which the next revision contains; hexadecimal.' })
  get hash(): string {
    return this.written.hash;
  }
}

/** A page of revisions. */
export const RevisionConnection = connectionOf(RevisionModel, { name: 'Revision', what: 'a revision', counted: false });

/** Which revisions; all that is given must hold. Texts are compared whole. */
@ArgsType()
export class RevisionFilterArgs extends argsOf(
  revisionFilter,
  {
    actor: 'Only revisions of this caller.',
    principal: 'Only revisions of this authenticated principal.',
    requestId: 'Only revisions of the request with this id.',
    client: 'Only revisions of this program.',
    reason: 'Only revisions with this reason.',
    since: { type: () => DateTime, description: 'Only at or after this time.' },
    until: { type: () => DateTime, description: 'Only before this time.' },
  },
  PageArgs,
) {}
