import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { ClusterPlace, LabelKey, NamespaceCounts, NameMatch, StateCounts } from '#cluster';
import type { SearchHit } from '#questions';
import { DECISION_ID } from '../decisions/index.js';
import { connectionOf } from '../../ground/graphql/index.js';
import { CLUSTER_NODE_ID } from '../nodes/index.js';
import { MANIFEST_OBJECT_ID } from '../objects/index.js';
import { POD_ID } from '../pods/index.js';
import { RUN_ID } from '../scheduling/index.js';

/** The words that all faces use. */
export enum LabelledKindModel {
  Node = 'Node',
  Pod = 'Pod',
}

registerEnumType(LabelledKindModel, {
  name: 'LabelledKind',
  description: 'Kinds whose labels are counted.',
  valuesMap: { Node: { description: 'Nodes.' }, Pod: { description: 'Pods, including succeeded and failed ones.' } },
});

@ObjectType('LabelValue', { description: 'A value of a label.' })
export class LabelValueModel {
  @Field({ description: 'The value.' })
  readonly value!: string;

  @Field(() => Int, { description: 'Number of objects with the value.' })
  readonly objects!: number;
}

@ObjectType('LabelKey', { description: 'A key of labels over all objects of a kind.' })
export class LabelKeyModel implements LabelKey {
  @Field({ description: 'The key.' })
  readonly key!: string;

  @Field(() => Int, { description: 'Number of distinct values.' })
  readonly distinct!: number;

  @Field(() => Int, { description: 'Number of objects with the label.' })
  readonly objects!: number;

  @Field(() => [LabelValueModel], { description: 'The most frequent values; ties in byte order.' })
  readonly values!: readonly LabelValueModel[];
}

@ObjectType('ClusterNamespace', { description: 'A namespace with numbers of pods.' })
export class ClusterNamespaceModel implements NamespaceCounts {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field({ description: 'Its uid.' })
  readonly uid!: string;

  @Field(() => Int, { description: 'Number of pods, including succeeded and failed ones.' })
  readonly pods!: number;

  @Field(() => Int, {
    description: 'Number of pods that are not assigned to a node, without succeeded and failed pods.',
  })
  readonly pendingPods!: number;
}

/** A page of namespaces. */
export const ClusterNamespaceConnection = connectionOf(ClusterNamespaceModel, {
  name: 'ClusterNamespace',
  what: 'a namespace',
  counted: false,
});

@ObjectType('ClusterStates', { description: 'Numbers of nodes and pods in states that need attention.' })
export class ClusterStatesModel implements StateCounts {
  @Field(() => Int, { description: 'Nodes with a Ready condition that is not True.' })
  readonly unreadyNodes!: number;

  @Field(() => Int, { description: 'Cordoned nodes: spec.unschedulable.' })
  readonly cordonedNodes!: number;

  @Field(() => Int, { description: 'Pending pods with scheduling gates.' })
  readonly gatedPods!: number;

  @Field(() => Int, { description: 'Pending pods with a nominated node: status.nominatedNodeName.' })
  readonly nominatedPods!: number;
}

/** The words that all faces use. */
export enum NameMatchModel {
  exact = 'exact',
  prefix = 'prefix',
  substring = 'substring',
}

registerEnumType(NameMatchModel, {
  name: 'NameMatch',
  description: 'How a text matches, the best match first.',
  valuesMap: {
    exact: { description: 'It equals the name, uid or id.' },
    prefix: { description: 'The name begins with it.' },
    substring: { description: 'The name contains it.' },
  },
});

@ObjectType('SearchHit', { description: 'A match of a text.' })
export class SearchHitModel {
  constructor(
    private readonly place: ClusterPlace,
    private readonly hit: SearchHit,
  ) {}

  @Field({ description: 'The kind of an object, or `Run`, `Decision` or `Revision`.' })
  get kind(): string {
    return this.hit.kind;
  }

  @Field(() => String, { nullable: true, description: 'The namespace; null if there is none.' })
  get namespace(): string | null {
    return this.hit.namespace === '' ? null : this.hit.namespace;
  }

  @Field({ description: 'The name; the plain id or number if there is no name.' })
  get name(): string {
    return this.hit.name;
  }

  @Field(() => NameMatchModel, { description: 'How the text matches.' })
  get match(): NameMatch {
    return this.hit.match;
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
