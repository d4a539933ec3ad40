import { ownField } from '#json';
import type { KubernetesObject } from '#kubernetes';
import { volumeAnnotations, storageClassName } from '#scheduler';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { isGoing, keyOf, ofKey } from '../../state/index.js';
import type { Attachment } from '../attach-detach/index.js';
import {
  PROVISIONED_BY,
  PROVISIONER,
  referenceTo,
  waitsForPod,
  type Claim,
  type Class,
  type Volume,
} from '../volumes/index.js';

/** The driver that is in every cluster. */
const MODEL = 'provisioner.model';
const HOSTNAME = 'kubernetes.io/hostname';
const VOLUME = 'volume ';
const ATTACHMENT = 'attachment ';

/**
 * The drivers of a cluster: `provisioner.model`, and those that have a CSIDriver. They make the volumes that claims
 * ask them for, attach them at once, and delete released ones where that is their policy. Reads claims, volumes,
 * classes, attachments, CSINodes and nodes; no timers. Nothing is stored.
 */
export class Provisioner implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object }: Change): Iterable<string> {
    if (op === 'delete') return;
    if (object.kind === 'PersistentVolumeClaim' && isAsking(object as Claim)) yield keyOf(object);
    else if (object.kind === 'PersistentVolume' && isReleased(object as Volume))
      yield `${VOLUME}${object.metadata.name}`;
    else if (object.kind === 'VolumeAttachment' && isAwaited(object as Attachment))
      yield `${ATTACHMENT}${object.metadata.name}`;
    else if (object.kind === 'CSIDriver') {
      const claims = [...this.#context.state.list('PersistentVolumeClaim')] as Claim[];
      yield* claims.filter(isAsking).map(keyOf);
    }
  }

  sync(key: string): void {
    const { state } = this.#context;
    if (key.startsWith(ATTACHMENT)) return this.#attach(key.slice(ATTACHMENT.length));
    if (key.startsWith(VOLUME)) {
      const volume = state.get('PersistentVolume', '', key.slice(VOLUME.length)) as Volume | undefined;
      if (volume !== undefined && isReleased(volume) && !isGoing(volume)) this.#context.delete(volume);
      return;
    }
    const claim = state.get('PersistentVolumeClaim', ...ofKey(key)) as Claim | undefined;
    if (claim === undefined || !isAsking(claim) || isGoing(claim)) return;
    const storageClass: Class | undefined = state.get('StorageClass', '', storageClassName(claim));
    if (storageClass !== undefined && this.#isDriver(storageClass.provisioner)) this.#make(claim, storageClass);
  }

  #isDriver(name = ''): boolean {
    return name === MODEL || this.#context.state.get('CSIDriver', '', name) !== undefined;
  }

  #attach(name: string): void {
    const attachment = this.#context.state.get('VolumeAttachment', '', name) as Attachment | undefined;
    if (attachment === undefined || !isAwaited(attachment) || !this.#isDriver(attachment.spec.attacher)) return;
    this.#context.updateStatus({ ...attachment, status: { ...attachment.status, attached: true } });
  }

  #make(claim: Claim, storageClass: Class): void {
    const { annotations, namespace = '', name: claimName } = claim.metadata;
    const node = ownField(annotations, volumeAnnotations.selectedNode);
    const { provisioner = '' } = storageClass;
    // Claims with a selector are for volumes that are there.
    if (claim.spec.selector || ownField(annotations, PROVISIONER) !== provisioner) return;
    if (waitsForPod(storageClass) && node === undefined) return;
    const name = `pvc-${claim.metadata.uid ?? ''}`;
    if (this.#context.state.get('PersistentVolume', '', name) !== undefined) return;
    const say = (type: 'Normal' | 'Warning', reason: string, message: string): void =>
      this.#context.record({ about: claim, type, reason, message, component: provisioner });
    say('Normal', 'Provisioning', `External provisioner is provisioning volume for claim "${namespace}/${claimName}"`);
    const written = this.#context.create(this.#volume({ name, claim, storageClass, node }));
    if ('object' in written) return say('Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${name}`);
    const message = `failed to provision volume with StorageClass "${storageClass.metadata.name}": ${written.refused}`;
    say('Warning', 'ProvisioningFailed', message);
  }

  #volume({ name, claim, storageClass, node }: Asked): KubernetesObject {
    const { provisioner = '', parameters = {}, reclaimPolicy = 'Delete', mountOptions = [] } = storageClass;
    const { accessModes, volumeMode, resources } = claim.spec;
    const isMounted = provisioner === MODEL && ownField(parameters, 'attach') !== 'true';
    const keys = ownField(parameters, 'topology') === 'node' ? [HOSTNAME] : this.#topologyKeys(provisioner, node);
    const matchExpressions = keys.flatMap((key) => this.#requirement(key, node));
    return {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name, annotations: { [PROVISIONED_BY]: provisioner } },
      spec: {
        capacity: { storage: resources?.requests?.['storage'] ?? '0' },
        ...(accessModes && { accessModes }),
        ...(volumeMode && { volumeMode }),
        ...(mountOptions.length > 0 && { mountOptions }),
        claimRef: referenceTo(claim),
        persistentVolumeReclaimPolicy: reclaimPolicy,
        storageClassName: storageClass.metadata.name,
        ...(isMounted
          ? { hostPath: { path: `/volumes/${name}` } }
          : { csi: { driver: provisioner, volumeHandle: name } }),
        ...(matchExpressions.length > 0 && {
          nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } },
        }),
      },
    };
  }

  /** What tells places apart for a driver, as it says on the node. */
  #topologyKeys(provisioner: string, node: string | undefined): readonly string[] {
    const csiNode: CsiNode | undefined = this.#context.state.get('CSINode', '', node ?? '');
    return csiNode?.spec?.drivers?.find(({ name }) => name === provisioner)?.topologyKeys ?? [];
  }

  #requirement(key: string, name: string | undefined): { key: string; operator: 'In'; values: readonly string[] }[] {
    const node = this.#context.state.get('Node', '', name ?? '');
    const value = ownField(node?.metadata.labels, key);
    return value === undefined ? [] : [{ key, operator: 'In', values: [value] }];
  }
}

interface Asked {
  readonly name: string;
  readonly claim: Claim;
  readonly storageClass: Class;
  readonly node: string | undefined;
}

interface CsiNode extends KubernetesObject {
  spec?: { readonly drivers?: readonly { readonly name: string; readonly topologyKeys?: readonly string[] | null }[] };
}

/** A driver is asked for a volume that is not there yet. */
function isAsking({ metadata, spec }: Claim): boolean {
  return (spec.volumeName ?? '') === '' && ownField(metadata.annotations, PROVISIONER) !== undefined;
}

/** An attachment that its driver has not made yet. */
function isAwaited(attachment: Attachment): boolean {
  return attachment.status?.attached !== true && !isGoing(attachment);
}

function isReleased({ spec, status }: Volume): boolean {
  return status?.phase === 'Released' && spec.persistentVolumeReclaimPolicy === 'Delete';
}
