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
  description: 'The kinds whose labels are counted.',
  valuesMap: { Node: { description: 'Nodes.' }, Pod: { description: 'Pods, including succeeded and failed ones.' } },
});

@ObjectType('LabelValue', { description: 'A value of a label.' })
export class LabelValueModel {
  @Field({ description: 'The value.' })
  readonly value!: string;

  @Field(() => Int, { description: 'How many objects have it.' })
  readonly objects!: number;
}

@ObjectType('LabelKey', { description: 'A key of labels, over all objects of a kind.' })
export class LabelKeyModel implements LabelKey {
  @Field({ description: 'The key.' })
  readonly key!: string;

  @Field(() => Int, { description: 'How many different values there are.' })
  readonly distinct!: number;

  @Field(() => Int, { description: 'How many objects have the label.' })
  readonly objects!: number;

  @Field(() => [LabelValueModel], { description: 'The most frequent values; equals in byte order.' })
  readonly values!: readonly LabelValueModel[];
}

@ObjectType('ClusterNamespace', { description: 'A namespace, and how many pods are in it.' })
export class ClusterNamespaceModel implements NamespaceCounts {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field({ description: 'Its uid.' })
  readonly uid!: string;

  @Field(() => Int, { description: 'Pods in it, finished ones too.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Pods in it that are on no node and not finished.' })
  readonly pendingPods!: number;
}

/** A page of namespaces. */
export const ClusterNamespaceConnection = connectionOf(ClusterNamespaceModel, {
  name: 'ClusterNamespace',
  what: 'a namespace',
  counted: false,
});

@ObjectType('ClusterStates', { description: 'How many nodes and pods are in states that somebody has to know of.' })
export class ClusterStatesModel implements StateCounts {
  @Field(() => Int, { description: 'Nodes with a Ready condition that is not True.' })
  readonly unreadyNodes!: number;

  @Field(() => Int, { description: 'Nodes that are cordoned: spec.unschedulable.' })
  readonly cordonedNodes!: number;

  @Field(() => Int, { description: 'Pending pods that wait for a scheduling gate.' })
  readonly gatedPods!: number;

  @Field(() => Int, { description: 'Pending pods that preemption makes room for: status.nominatedNodeName.' })
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
  description: 'How a text is what was found, the best first.',
  valuesMap: {
    exact: { description: 'It is the name, the uid or the id.' },
    prefix: { description: 'The name begins with it.' },
    substring: { description: 'It is somewhere in the name.' },
  },
});

@ObjectType('SearchHit', { description: 'Something that a text names.' })
export class SearchHitModel {
  constructor(
    private readonly place: ClusterPlace,
    private readonly hit: SearchHit,
  ) {}

  @Field({ description: 'The kind of an object, or `Run`, `Decision` or `Revision`.' })
  get kind(): string {
    return this.hit.kind;
  }

  @Field(() => String, { nullable: true, description: 'The namespace; null where there is none.' })
  get namespace(): string | null {
    return this.hit.namespace === '' ? null : this.hit.namespace;
  }

  @Field({ description: 'The name; of what has none its plain id or number.' })
  get name(): string {
    return this.hit.name;
  }

  @Field(() => NameMatchModel, { description: 'How the text is what was found.' })
  get match(): NameMatch {
    return this.hit.match;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'The global id, which `node` takes: it leads to the present. Null of a revision, which has none.',
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
