import type { Caller, Database } from '#database';
import {
  kindOf,
  conditioned,
  findObject,
  refusedNamespace,
  writeCluster,
  type ClusterWrite,
  type WriteTarget,
} from '../objects/index.js';
import { ok, refuse, unmet, type ObjectRef, type Outcome, type Refusal, type WriteConditions } from '#requests';
import { bindingStatus, type Manifest, served, type StoredObject } from '#rows';
import { unreadPod } from './unread-pod.js';

/** A Binding as a scheduler posts it to pods/{name}/binding. */
export interface BindingRequest extends WriteTarget {
  readonly namespace: string;
  readonly name: string;
  /** When given, the pod must be this one and not a later one of the same name. */
  readonly uid?: string;
  /** When given, the pod must have this version. */
  readonly resourceVersion?: string;
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
    const target = { caller, ...request, place: ref, isShort: true };
    return writeCluster(this.database, target, async (work) => {
      const { tx, cluster, draft } = work;
      const kind = kindOf('v1', 'Pod');
      const elsewhere = await refusedNamespace(work, kind, unreadPod(namespace, name));
      if (elsewhere !== undefined) return refuse(elsewhere);
      const pod = await findObject(tx, { clusterId: cluster.id, kind, namespace }, name);
      if (pod === undefined) return refuse({ kind: 'ObjectNotFound', object: ref });
      const failed = unmet(request.conditions ?? {}, conditioned(pod));
      if (failed !== undefined) return failed;
      const other = anotherPod(pod, request, ref);
      if (other !== undefined) return refuse(other);
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

/** What the binding says of the pod that is not so. // as kube-apiserver v1.34 storage Preconditions.Check */
function anotherPod(
  { object, resourceVersion }: StoredObject,
  { uid = '', resourceVersion: version = '' }: BindingRequest,
  ref: ObjectRef,
): Refusal | undefined {
  const { uid: current = '' } = object.metadata;
  if (uid !== '' && uid !== current) return { kind: 'UidConflict', object: ref, given: uid, current };
  if (version === '' || version === String(resourceVersion)) return undefined;
  const versions = { given: version, current: String(resourceVersion) };
  return { kind: 'ResourceVersionConflict', object: ref, ...versions, operation: 'bind' };
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
