import { podOfTemplate, type Pod } from '#kubernetes';
import { controllerReference } from '../../state/index.js';
import type { ControllerRevision } from '../revisions/index.js';
import { claimName, claimTemplates } from './claims.js';
import type { History } from './history.js';
import { firstOrdinal, ordinalOf, REVISION_LABEL, type StatefulSet } from './stateful-set.js';

const NAME_LABEL = 'statefulset.kubernetes.io/pod-name';
const INDEX_LABEL = 'apps.kubernetes.io/pod-index';

interface Volume {
  readonly name?: string;
  readonly persistentVolumeClaim?: { readonly claimName?: string };
}

/** The pod of an ordinal as it is to be made, at the revision that is due for it. // as newVersionedStatefulSetPod */
export function newPod(set: StatefulSet, ordinal: number, history: History): Pod {
  const isCurrent = needsCurrent(set, ordinal, history);
  return ofRevision(set, ordinal, isCurrent ? history.current : history.update);
}

/** Whether the pod has the label of its name; that of its index it has from its making only. // as identityMatches */
export function hasIdentity({ metadata: { name, labels } }: Pod): boolean {
  return labels?.[NAME_LABEL] === name;
}

/** Whether the pod has the claims of its set as volumes. // as storageMatches */
export function hasStorage(set: StatefulSet, pod: Pod): boolean {
  const volumes = volumesOf(pod);
  return claimVolumes(set, ordinalOf(set, pod)).every(({ name, persistentVolumeClaim: { claimName: claim } }) =>
    volumes.some((one) => one.name === name && one.persistentVolumeClaim?.claimName === claim),
  );
}

/** The pod with its labels; its volumes cannot be changed any more. */
export function withIdentity(set: StatefulSet, pod: Pod): Pod {
  const labels = { ...pod.metadata.labels, ...identityLabels(pod.metadata.name, ordinalOf(set, pod)) };
  return { ...pod, metadata: { ...pod.metadata, labels } };
}

function ofRevision(
  set: StatefulSet,
  ordinal: number,
  { data, metadata: { name: revision } }: ControllerRevision,
): Pod {
  const { $patch: _, ...template } = data.spec.template;
  const { namespace = '', name: setName } = set.metadata;
  const name = `${setName}-${ordinal}`;
  const labels = { ...identityLabels(name, ordinal), [REVISION_LABEL]: revision };
  const pod = podOfTemplate(template, { namespace, name, owner: controllerReference(set), labels });
  const claimed = claimVolumes(set, ordinal);
  const others = volumesOf(pod).filter(({ name: given }) => !claimed.some((volume) => volume.name === given));
  const volumes = [...claimed, ...others];
  return {
    ...pod,
    spec: {
      ...pod.spec,
      hostname: name,
      ...(set.spec.serviceName && { subdomain: set.spec.serviceName }),
      ...(volumes.length > 0 && { volumes }),
    },
  };
}

function identityLabels(name: string, ordinal: number): Readonly<Record<string, string>> {
  return { [NAME_LABEL]: name, [INDEX_LABEL]: String(ordinal) };
}

function claimVolumes(
  set: StatefulSet,
  ordinal: number,
): { readonly name: string; readonly persistentVolumeClaim: { readonly claimName: string } }[] {
  return claimTemplates(set).map((template) => ({
    name: template.metadata?.name ?? '',
    persistentVolumeClaim: { claimName: claimName(template, set, ordinal) },
  }));
}

function volumesOf({ spec }: Pod): readonly Volume[] {
  return ((spec ?? {}) as { readonly volumes?: readonly Volume[] }).volumes ?? [];
}

/** While a rolling update is under way, the pods that it has not come to stay at the current revision. */
function needsCurrent(set: StatefulSet, ordinal: number, { current, update }: History): boolean {
  const { updateStrategy } = set.spec;
  if (updateStrategy?.type !== 'RollingUpdate' || current.metadata.name === update.metadata.name) return false;
  const { rollingUpdate } = updateStrategy;
  const staying = rollingUpdate === undefined ? (set.status?.currentReplicas ?? 0) : (rollingUpdate.partition ?? 0);
  return ordinal < firstOrdinal(set) + staying;
}
