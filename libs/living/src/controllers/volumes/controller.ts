import { equalJson, ownField } from '#json';
import { defaultStorageClass, type KubernetesObject, type Pod } from '#kubernetes';
import { volumeAnnotations, storageClassName } from '#scheduler';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { claimNamesOf, nodeOf } from '../../pods/index.js';
import { keyOf, ofKey } from '../../state/index.js';
import { isSetAsideFor, volumeFor } from './match.js';
import { mismatchOf } from './satisfies.js';
import {
  PROVISIONED_BY,
  PROVISIONER,
  referenceTo,
  waitsForPod,
  type Claim,
  type Class,
  type Volume,
} from './storage.js';

/** How often claims that wait are looked at again. // as DefaultPVClaimBinderSyncPeriod */
const PERIOD_MS = 15_000;
const WAITING = 'waiting claims';
const BETA_PROVISIONER = 'volume.beta.kubernetes.io/storage-provisioner';
const MOVED_TO_CSI: ReadonlySet<string> = new Set(
  ['aws-ebs', 'azure-disk', 'azure-file', 'cinder', 'gce-pd', 'portworx-volume', 'vsphere-volume'].map(
    (name) => `kubernetes.io/${name}`,
  ),
);
const NO_VOLUME = 'no persistent volumes available for this claim and no storage class is set';

/**
 * Binds claims and volumes to each other, asks drivers for volumes, and releases volumes whose claims are gone. Reads
 * claims, volumes, classes and pods. Timers: claims that wait are looked at again, though not every 15 seconds as
 * upstream does: at the end of such a period in which a volume or a class came that may do for them.
 * // as kubernetes v1.34 pkg/controller/volume/persistentvolume
 */
export class VolumeController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  /**
   * What it has written is looked at when nothing else is left to be: each write takes the time of a request, in which
   * a pod that waits for the claim is tried.
   */
  *noticed(change: Change): Iterable<string> {
    const { name } = this.#context;
    for (const key of this.#concerned(change))
      if (change.by === name) this.#later(key);
      else yield key;
  }

  *#concerned({ op, object, before }: Change): Iterable<string> {
    if (object.kind === 'PersistentVolumeClaim') {
      const { volumeName = '' } = (object as Claim).spec;
      if (op !== 'delete') yield claimKey(keyOf(object));
      else if (volumeName !== '') yield volumeKey(volumeName);
    } else if (object.kind === 'PersistentVolume') {
      const { claimRef } = (object as Volume).spec;
      if (op !== 'delete') yield volumeKey(object.metadata.name);
      else if (claimRef) yield claimKey(`${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`);
      if (op !== 'delete' && !equalJson(specOf(before), specOf(object))) this.#lookAgain();
    } else if (object.kind === 'StorageClass' && op !== 'delete') this.#lookAgain();
    else if (object.kind === 'Pod' && op !== 'update') this.#lookLater(object as Pod);
  }

  sync(key: string): void {
    const { state } = this.#context;
    if (key === WAITING) {
      for (const claim of state.list('PersistentVolumeClaim') as Iterable<Claim>)
        if (!this.#isSettled(claim)) this.#context.enqueue(claimKey(keyOf(claim)));
    } else if (key.startsWith(VOLUME)) {
      const volume = state.get('PersistentVolume', '', key.slice(VOLUME.length)) as Volume | undefined;
      if (volume !== undefined) this.#syncVolume(volume);
    } else {
      const claim = state.get('PersistentVolumeClaim', ...ofKey(key.slice(CLAIM.length))) as Claim | undefined;
      if (claim === undefined) return;
      if (isCompleted(claim)) this.#syncBound(claim);
      else if ((claim.spec.volumeName ?? '') === '') this.#syncUnbound(claim);
      else this.#syncNamed(claim);
    }
  }

  #later(key: string): void {
    this.#context.wakeAt(key, this.#context.now);
  }

  /** Whether a look may write: what brought it was a timer. Else the claim is looked at once more, then. */
  #mayWrite(claim: Claim): boolean {
    const isLate = this.#context.cause.kind === 'timer';
    if (!isLate) this.#later(claimKey(keyOf(claim)));
    return isLate;
  }

  #lookAgain(): void {
    const { now } = this.#context;
    this.#context.wakeBy(WAITING, now - (now % PERIOD_MS) + PERIOD_MS);
  }

  /** Whether a claim and its volume are bound to each other. A volume may have come again, or lost its reference. */
  #isSettled(claim: Claim): boolean {
    const volume = this.#context.state.get('PersistentVolume', '', claim.spec.volumeName ?? '') as Volume | undefined;
    const isTaken = volume?.status?.phase === 'Bound' && volume.spec.claimRef?.uid === claim.metadata.uid;
    return isTaken && isCompleted(claim) && claim.status?.phase === 'Bound';
  }

  /** Who waits for a node is said of a claim at its next look: by the end of a period at the latest. */
  #lookLater(pod: Pod): void {
    const { state, now } = this.#context;
    if (nodeOf(pod) !== '') return;
    for (const name of claimNamesOf(pod)) {
      const claim = state.get('PersistentVolumeClaim', pod.metadata.namespace ?? '', name) as Claim | undefined;
      if (claim !== undefined && !isCompleted(claim) && waitsForPod(this.#classOf(claim)))
        this.#context.wakeBy(claimKey(keyOf(claim)), now + PERIOD_MS);
    }
  }

  /** A claim that takes any volume which will do. */
  #syncUnbound(claim: Claim): void {
    const storageClass = this.#classOf(claim);
    const waits = waitsForPod(storageClass);
    const volumes = this.#context.state.list('PersistentVolume') as Iterable<Volume>;
    const volume = volumeFor(claim, volumes, waits);
    if (volume !== undefined) return this.#bind(volume, claim);
    if (this.#takesDefaultClass(claim)) return;
    if (waits && ownField(claim.metadata.annotations, volumeAnnotations.selectedNode) === undefined)
      this.#sayWaits(claim);
    else if (storageClassName(claim) !== '') return this.#provision(claim, storageClass);
    else this.#context.record({ about: claim, type: 'Normal', reason: 'FailedBinding', message: NO_VOLUME });
    this.#writeClaim(claim, 'Pending');
  }

  /** A claim that names its volume. */
  #syncNamed(claim: Claim): void {
    const { volumeName = '' } = claim.spec;
    const volume = this.#context.state.get('PersistentVolume', '', volumeName) as Volume | undefined;
    if (volume === undefined) return void this.#writeClaim(claim, 'Pending');
    if (isSetAsideFor(volume, claim)) return this.#bind(volume, claim);
    if (!volume.spec.claimRef) {
      const mismatch = mismatchOf(volume, claim);
      if (mismatch === undefined) return this.#bind(volume, claim);
      const message = `Cannot bind to requested volume "${volumeName}": ${mismatch}`;
      this.#context.record({ about: claim, type: 'Warning', reason: 'VolumeMismatch', message });
    } else {
      const message = `volume "${volumeName}" already bound to a different claim.`;
      this.#context.record({ about: claim, type: 'Warning', reason: 'FailedBinding', message });
    }
    this.#writeClaim(claim, 'Pending');
  }

  /** A claim that was bound. */
  #syncBound(claim: Claim): void {
    const { volumeName = '' } = claim.spec;
    if (volumeName === '')
      return this.#lose(
        claim,
        'ClaimLost',
        'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!',
      );
    const volume = this.#context.state.get('PersistentVolume', '', volumeName) as Volume | undefined;
    if (volume === undefined)
      return this.#lose(claim, 'ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!');
    const { claimRef } = volume.spec;
    if (!claimRef || claimRef.uid === claim.metadata.uid) return this.#bind(volume, claim);
    this.#lose(claim, 'ClaimMisbound', 'Two claims are bound to the same volume, this one is bound incorrectly');
  }

  #syncVolume(volume: Volume): void {
    const { claimRef } = volume.spec;
    if (!claimRef || (claimRef.uid ?? '') === '') return void this.#writePhase(volume, 'Available');
    const { namespace = '', name = '', uid } = claimRef;
    const named = this.#context.state.get('PersistentVolumeClaim', namespace, name) as Claim | undefined;
    const claim = named?.metadata.uid === uid ? named : undefined;
    if (claim === undefined) return this.#release(volume);
    const { volumeName = '' } = claim.spec;
    if (volumeName === '') return this.#context.enqueue(claimKey(keyOf(claim)));
    if (volumeName === volume.metadata.name) return void this.#writePhase(volume, 'Bound');
    const isMade = ownField(volume.metadata.annotations, PROVISIONED_BY) !== undefined;
    if (isMade && volume.spec.persistentVolumeReclaimPolicy === 'Delete') this.#release(volume);
    else this.#unbind(volume);
  }

  /** Its driver deletes it, where that is to be. */
  #release(volume: Volume): void {
    const phase = volume.status?.phase;
    if (phase !== 'Released' && phase !== 'Failed') this.#writePhase(volume, 'Released');
  }

  /** A volume of a claim that has another one: a user's stays set aside by name. // as unbindVolume */
  #unbind(volume: Volume): void {
    const { claimRef, ...spec } = volume.spec;
    const { [volumeAnnotations.boundByController]: isOwn, ...annotations } = volume.metadata.annotations ?? {};
    const { uid: _, ...byName } = claimRef ?? {};
    const freed =
      isOwn === undefined
        ? { ...volume, spec: { ...spec, claimRef: byName } }
        : { ...volume, metadata: { ...volume.metadata, annotations }, spec };
    this.#writePhase(this.#context.update(freed), 'Available');
  }

  /** One write a look. // as bind: the volume first, then the claim, of each its status after it. */
  #bind(volume: Volume, claim: Claim): void {
    if (!this.#mayWrite(claim)) return;
    // What is written of its volume brings no look at a claim that names it already.
    if (claim.status?.phase === 'Lost') this.#later(claimKey(keyOf(claim)));
    const reference = referenceTo(claim);
    const isOurs = isSetAsideFor(volume, claim);
    const isComplete = isOurs && volume.spec.claimRef?.uid === claim.metadata.uid;
    const taken = isComplete ? volume : { ...volume, spec: { ...volume.spec, claimRef: reference } };
    const marked = isOurs ? taken : annotated(taken, { [volumeAnnotations.boundByController]: 'yes' });
    if (!equalJson(marked, volume)) return void this.#context.update(marked);
    if (volume.status?.phase !== 'Bound') return void this.#writePhase(volume, 'Bound');
    const name = volume.metadata.name;
    const named = claim.spec.volumeName === name ? claim : { ...claim, spec: { ...claim.spec, volumeName: name } };
    const chosen = named === claim ? named : annotated(named, { [volumeAnnotations.boundByController]: 'yes' });
    const completed = isCompleted(chosen) ? chosen : annotated(chosen, { [volumeAnnotations.bindCompleted]: 'yes' });
    if (!equalJson(completed, claim)) return void this.#context.update(completed);
    this.#writeClaim(claim, 'Bound', volume);
  }

  /** A claim that names no class takes the default one that came later. // as assignDefaultStorageClass */
  #takesDefaultClass(claim: Claim): boolean {
    const { storageClassName: given } = claim.spec;
    const hasNone = (given === undefined || given === null) && storageClassName(claim) === '';
    if (!hasNone) return false;
    const name = defaultStorageClass(this.#context.state.list('StorageClass'))?.metadata.name;
    if (name === undefined) return false;
    this.#context.update({ ...claim, spec: { ...claim.spec, storageClassName: name } });
    return true;
  }

  /** Asks the driver of the class for a volume. // as provisionClaim */
  #provision(claim: Claim, storageClass: Class | undefined): void {
    const warn = (message: string): void =>
      this.#context.record({ about: claim, type: 'Warning', reason: 'ProvisioningFailed', message });
    if (storageClass === undefined) return warn(`storageclass.storage.k8s.io "${storageClassName(claim)}" not found`);
    const { provisioner = '' } = storageClass;
    if (isInTree(provisioner)) return warn(`no volume plugin matched name: ${provisioner}`);
    if (!this.#mayWrite(claim)) return;
    const asked = annotated(claim, { [BETA_PROVISIONER]: provisioner, [PROVISIONER]: provisioner });
    const about = this.#context.update(asked);
    const message =
      `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the ` +
      'system administrator. If volume creation is delayed, please verify that the provisioner is running and ' +
      'correctly registered.';
    this.#context.record({ about, type: 'Normal', reason: 'ExternalProvisioning', message });
  }

  #sayWaits(claim: Claim): void {
    const { namespace = '', name } = claim.metadata;
    const pods = ([...this.#context.state.list('Pod', namespace)] as Pod[])
      .filter((pod) => waitingFor(pod, name))
      .map((pod) => pod.metadata.name);
    const [reason, message] =
      pods.length === 0
        ? ['WaitForFirstConsumer', 'waiting for first consumer to be created before binding']
        : ['WaitForPodScheduled', `waiting for pod${pods.length > 1 ? 's' : ''} ${pods.join(',')} to be scheduled`];
    this.#context.record({ about: claim, type: 'Normal', reason, message });
  }

  #lose(claim: Claim, reason: string, message: string): void {
    if (claim.status?.phase === 'Lost') return;
    const about = this.#writeClaim(claim, 'Lost');
    this.#context.record({ about, type: 'Warning', reason, message });
  }

  #writePhase(volume: Volume, phase: string): Volume {
    if (volume.status?.phase === phase) return volume;
    const status = { ...volume.status, phase, lastPhaseTransitionTime: this.#context.time };
    return this.#context.updateStatus({ ...volume, status });
  }

  /**
   * What a claim has is what its volume has; without one it has nothing. The capacity of a bound claim stays: what uses
   * the volume may not have grown with it. // as updateClaimStatus
   */
  #writeClaim(claim: Claim, phase: string, volume?: Volume): Claim {
    const { accessModes: _, capacity: had, ...rest } = claim.status ?? {};
    const { accessModes, capacity: has } = volume?.spec ?? {};
    const capacity = volume !== undefined && rest.phase === phase ? had : has;
    const status = { ...rest, phase, ...(accessModes && { accessModes }), ...(capacity && { capacity }) };
    return this.#context.updateStatus({ ...claim, status });
  }

  #classOf(claim: Claim): Class | undefined {
    return this.#context.state.get('StorageClass', '', storageClassName(claim));
  }
}

const CLAIM = 'claim ';
const VOLUME = 'volume ';

function claimKey(key: string): string {
  return `${CLAIM}${key}`;
}

function volumeKey(name: string): string {
  return `${VOLUME}${name}`;
}

function specOf(object: KubernetesObject | null): unknown {
  return (object as Volume | null)?.spec;
}

/** Drivers that upstream had in its tree: those that did not move to CSI are no more. // as findProvisionablePlugin */
function isInTree(provisioner: string): boolean {
  return provisioner.startsWith('kubernetes.io/') && !MOVED_TO_CSI.has(provisioner);
}

function isCompleted({ metadata: { annotations } }: Claim): boolean {
  return ownField(annotations, volumeAnnotations.bindCompleted) !== undefined;
}

function annotated<Kind extends KubernetesObject>(object: Kind, added: Readonly<Record<string, string>>): Kind {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...added } } };
}

/** A pod without a node that uses the claim. */
function waitingFor(pod: Pod, claim: string): boolean {
  return nodeOf(pod) === '' && claimNamesOf(pod).includes(claim);
}
