import { ArgsType, ObjectType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import type { Revision } from '#history';
import { argsOf, connectionOf, PageArgs, viewOf } from '../../ground/graphql/index.js';
import { revisionFilter, revisionSchema } from './revision.schema.js';

@ObjectType('Revision', { description: 'One committed write, and its author.' })
export class RevisionModel extends viewOf<Revision>(revisionSchema, { without: ['run'] }) {
  constructor(
    readonly place: ClusterPlace,
    readonly written: Revision,
  ) {
    super(written);
  }
}

/** A page of revisions. */
export const RevisionConnection = connectionOf(RevisionModel, { name: 'Revision', what: 'a revision', counted: false });

/** Which revisions; all that is given must hold. Texts are compared whole. */
@ArgsType()
export class RevisionFilterArgs extends argsOf(revisionFilter, {}, PageArgs) {}
