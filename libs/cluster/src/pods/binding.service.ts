import type { Caller, Database } from '#database';
import { conditioned, findObject, writeCluster, type ClusterWrite, type WriteTarget } from '../objects/index.js';
import { ok, refuse, unmet, type ObjectRef, type Outcome, type WriteConditions } from '#requests';
import { bindingStatus, type Manifest, served } from '#rows';
import { kindOf } from './kind-of.js';

/** A Binding as a scheduler posts it to pods/{name}/binding. */
export interface BindingRequest extends WriteTarget {
  readonly namespace: string;
  readonly name: string;
  /** When given, the pod must be this one and not a later one of the same name. */
  readonly uid?: string;
  readonly node: string;
  /** Added to those of the pod. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** On the pod. */
  readonly conditions?: WriteConditions;
}

/** Bindings that others decided: a pod is bound once. */
export class BindingService {
  constructor(private readonly database: Database) {}

  bind(caller: Caller, request: BindingRequest): Promise<Outcome<Manifest>> {
    const { namespace, name } = request;
    const ref: ObjectRef = { apiVersion: 'v1', kind: 'Pod', namespace, name };
    const target = { caller, ...request, place: ref, unseen: ref, isShort: true };
    return writeCluster(this.database, target, async ({ tx, cluster, draft }) => {
      const pod = await findObject(tx, { clusterId: cluster.id, kind: kindOf('v1', 'Pod'), namespace }, name);
      if (pod === undefined) return refuse({ kind: 'ObjectNotFound', object: ref });
      const failed = unmet(request.conditions ?? {}, conditioned(pod));
      if (failed !== undefined) return failed;
      const { uid = '' } = pod.object.metadata;
      if (request.uid !== undefined && request.uid !== '' && request.uid !== uid) {
        return refuse({ kind: 'UidConflict', object: ref, given: request.uid, current: uid });
      }
      const reason = unbindable(pod.object);
      if (reason !== undefined) return refuse({ kind: 'PodNotBindable', object: ref, reason });
      const { nodeName } = pod.object.spec as { readonly nodeName?: string };
      if (nodeName !== undefined) return refuse({ kind: 'PodAlreadyBound', object: ref, node: nodeName });
      const drafted = draft.update(
        boundPod(pod.object, { ...request, at: draft.at, controllers: cluster.controllers }),
        pod.createdPosition,
      );
      return ok(() => served(drafted.stored));
    });
  }
}

/** Why the pod may not be bound. // as kube-apiserver v1.34 setPodNodeAndMetadata */
function unbindable({ metadata, spec }: Manifest): string | undefined {
  const { name, deletionTimestamp } = metadata;
  const { schedulingGates = [] } = spec as { readonly schedulingGates?: readonly unknown[] };
  if (deletionTimestamp) return `pod ${name} is being deleted, cannot be assigned to a host`;
  return schedulingGates.length > 0 ? `pod ${name} has non-empty .spec.schedulingGates` : undefined;
}

interface Bound extends Pick<BindingRequest, 'node' | 'annotations'>, Pick<ClusterWrite['cluster'], 'controllers'> {
  readonly at: Date;
}

/**
 * The node need not be there: schedulers bind to nodes that they know. That a pod has started is what its kubelet says,
 * where no controller acts.
 */
function boundPod(pod: Manifest, { node, annotations, at, controllers }: Bound): Manifest {
  const { metadata, spec, status } = pod;
  const { startTime, conditions } = bindingStatus(status, at);
  return {
    ...pod,
    ...(annotations && { metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } }),
    spec: { ...spec, nodeName: node },
    status: { ...status, ...(controllers !== 'none' && { startTime }), conditions },
  };
}
