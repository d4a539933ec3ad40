import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import type { SearchHit } from '#questions';
import { DECISION_ID } from '../decisions/index.js';
import { viewOf } from '../../ground/graphql/index.js';
import { CLUSTER_NODE_ID } from '../nodes/index.js';
import { MANIFEST_OBJECT_ID } from '../objects/index.js';
import { POD_ID } from '../pods/index.js';
import { RUN_ID } from '../scheduling/index.js';
import { searchHit } from './overview.schema.js';

@ObjectType('SearchHit', { description: 'A match of a text.' })
export class SearchHitModel extends viewOf<SearchHit>(searchHit, { without: ['namespace', 'uid'] }) {
  constructor(
    private readonly place: ClusterPlace,
    private readonly hit: SearchHit,
  ) {
    super(hit);
  }

  @Field(() => String, { nullable: true, description: 'The namespace; null if there is none.' })
  get namespace(): string | null {
    return this.hit.namespace === '' ? null : this.hit.namespace;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'The global id for `node`, which leads to the present state; null for a revision, which has none.',
  })
  get nodeId(): string | null {
    const { kind, namespace, name } = this.hit;
    const { cluster } = this.place;
    switch (kind) {
      case 'Revision':
        return null;
      case 'Run':
        return RUN_ID.write({ cluster, run: name });
      case 'Decision':
        return DECISION_ID.write({ cluster, decision: name });
      case 'Node':
        return CLUSTER_NODE_ID.write({ cluster, name });
      case 'Pod':
        return POD_ID.write({ cluster, namespace, name });
      default:
        return MANIFEST_OBJECT_ID.write({ cluster, kindName: kind, namespace, name });
    }
  }
}
