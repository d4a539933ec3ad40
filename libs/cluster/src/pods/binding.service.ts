import type { Caller, Database } from '#database';
import { findKind, type FieldProblem } from '#kubernetes';
import { conditioned, findObject, writeCluster, type WriteTarget } from '../objects/index.js';
import { ok, refuse, unmet, type ObjectRef, type Outcome, type WriteConditions } from '#requests';
import { bindingStatus, type Manifest, served } from '#rows';

/** A Binding as a scheduler posts it to pods/{name}/binding. */
export interface BindingRequest extends WriteTarget {
  readonly namespace: string;
  readonly name: string;
  /** When given, the pod must be this one and not a later one of the same name. */
  readonly uid?: string;
  readonly node: string;
  /** On the pod. */
  readonly conditions?: WriteConditions;
}

/** Bindings that others decided: a pod is bound once, to a node that is there. */
export class BindingService {
  constructor(private readonly database: Database) {}

  bind(caller: Caller, request: BindingRequest): Promise<Outcome<Manifest>> {
    const { namespace, name, node } = request;
    return writeCluster(this.database, { caller, ...request, place: { namespace } }, async ({ tx, cluster, draft }) => {
      const ref: ObjectRef = { apiVersion: 'v1', kind: 'Pod', namespace, name };
      const pod = await findObject(tx, { clusterId: cluster.id, kind: coreKind('Pod'), namespace }, name);
      if (pod === undefined) return refuse({ kind: 'ObjectNotFound', object: ref });
      const failed = unmet(request.conditions ?? {}, conditioned(pod));
      if (failed !== undefined) return failed;
      const { uid = '' } = pod.object.metadata;
      if (request.uid !== undefined && request.uid !== '' && request.uid !== uid) {
        return refuse({ kind: 'UidConflict', object: ref, given: request.uid, current: uid });
      }
      const { nodeName, schedulingGates = [] } = pod.object.spec as {
        nodeName?: string;
        schedulingGates?: readonly unknown[];
      };
      if (schedulingGates.length > 0) return refuse({ kind: 'ObjectInvalid', object: ref, problems: [GATED] });
      if (nodeName !== undefined) return refuse({ kind: 'PodAlreadyBound', object: ref, node: nodeName });
      if (
        (await findObject(tx, { clusterId: cluster.id, kind: coreKind('Node'), namespace: '' }, node)) === undefined
      ) {
        return refuse({
          kind: 'ObjectNotFound',
          object: { apiVersion: 'v1', kind: 'Node', namespace: '', name: node },
        });
      }
      const drafted = draft.update(boundPod(pod.object, node, tx.at), pod.createdPosition);
      return ok(() => served(drafted.stored));
    });
  }
}

/** As kube-apiserver v1.34 `setPodNodeAndMetadata`. */
const GATED: FieldProblem = {
  field: 'spec.schedulingGates',
  reason: 'FieldValueForbidden',
  message: 'Forbidden: a pod with scheduling gates cannot be bound',
};

function boundPod(pod: Manifest, node: string, at: Date): Manifest {
  const { spec, status } = pod;
  return { ...pod, spec: { ...spec, nodeName: node }, status: { ...status, ...bindingStatus(status, at) } };
}

function coreKind(kind: 'Pod' | 'Node') {
  const found = findKind('v1', kind);
  if (found === undefined) throw new Error(`the kind ${kind} is not registered`);
  return found;
}
