import { equalJson } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { claimNamesOf, nodeOf } from '../../pods/index.js';
import type { Volume } from '../volumes/index.js';
import { attachmentName } from './attachment-name.js';
import {
  attachableOf,
  failureOf,
  isBound,
  isManaged,
  isShared,
  standingOf,
  uniqueName,
  volumeOf,
  type Attachment,
  type AttachingNode,
} from './attachment.js';
import { failedAt, LOOP_MS, nextLook, timeoutOf, UNMOUNT_MS, type Made } from './waiting.js';

/** Attachments that the controller has made, by their names. */
const MADE = 'made ';
/** Of an attachment: when it is looked at. */
const LOOK = 'look ';
/** Volumes that another node has, by node and name. */
const REFUSED = 'refused ';

/** A volume that the pods of a node ask for. */
interface Wanted {
  readonly volume: Volume;
  readonly pods: readonly Pod[];
}

/**
 * Attaches the CSI volumes of pods to their nodes, where those are managed, and detaches what no pod uses any more.
 * Keys are names of nodes. Reads pods, claims, volumes, nodes and attachments. Timers: when an attachment that its
 * driver has made is seen, or has failed; when a volume is detached although its node does not say it is unmounted.
 * // as kubernetes v1.34 pkg/controller/volume/attachdetach
 */
export class AttachDetachController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object, before }: Change): Iterable<string> {
    if (object.kind === 'Pod') {
      if (nodeOf(object as Pod) !== '' && claimNamesOf(object as Pod).length > 0) yield nodeOf(object as Pod);
    } else if (object.kind === 'PersistentVolumeClaim') {
      if (isBound(object) && (before === null || !isBound(before))) yield* this.#usersOf(object);
    } else if (object.kind === 'VolumeAttachment') yield* this.#keysOf(object as Attachment, op);
    else if (object.kind === 'Node' && op !== 'delete') {
      const isNews = before === null ? isManaged(object) : !equalJson(standingOf(before), standingOf(object));
      if (isNews) yield object.metadata.name;
    }
  }

  sync(name: string): void {
    if (name.startsWith(LOOK)) return this.#look(name.slice(LOOK.length));
    const node = this.#context.state.get('Node', '', name);
    const isServed = node !== undefined && isManaged(node);
    const made = this.#made().filter(({ spec }) => spec.nodeName === name);
    if (!isServed && made.length === 0) return;
    const wanted = this.#wanted(name);
    for (const attachment of made) if (!wanted.has(volumeOf(attachment))) this.#detach(attachment);
    if (isServed) for (const one of wanted.values()) this.#attach(name, one);
  }

  /** The nodes of the pods that use a claim. */
  *#usersOf({ metadata: { name, namespace } }: KubernetesObject): Iterable<string> {
    for (const pod of this.#context.state.list('Pod', namespace) as Iterable<Pod>)
      if (nodeOf(pod) !== '' && claimNamesOf(pod).includes(name)) yield nodeOf(pod);
  }

  /** Its own node, and when it goes those that wait for its volume. */
  *#keysOf(attachment: Attachment, op: Change['op']): Iterable<string> {
    yield attachment.spec.nodeName ?? '';
    if (op !== 'delete') return;
    this.#context.memory.delete(MADE + attachment.metadata.name);
    for (const [key, volume] of this.#context.memory)
      if (key.startsWith(REFUSED) && volume === volumeOf(attachment)) yield key.split(' ')[1] ?? '';
  }

  #wanted(node: string): Map<string, Wanted> {
    const { state } = this.#context;
    const wanted = new Map<string, Wanted>();
    const pods = ([...state.list('Pod')] as Pod[]).filter((pod) => nodeOf(pod) === node);
    for (const pod of pods)
      for (const volume of attachableOf(pod, state)) {
        const { name } = volume.metadata;
        wanted.set(name, { volume, pods: [...(wanted.get(name)?.pods ?? []), pod] });
      }
    return wanted;
  }

  #attach(node: string, wanted: Wanted): void {
    const { name } = wanted.volume.metadata;
    const all = ([...this.#context.state.list('VolumeAttachment')] as Attachment[]).filter(
      (one) => volumeOf(one) === name,
    );
    const own = all.find(({ spec }) => spec.nodeName === node);
    if (own !== undefined) return this.#await(own);
    const others = all.map(({ spec }) => spec.nodeName ?? '');
    if (others.length > 0 && !isShared(wanted.volume)) return this.#refuse(node, wanted, others);
    this.#context.memory.delete(refusalKey(node, name));
    this.#create(node, wanted.volume);
  }

  #create(nodeName: string, { metadata: { name }, spec }: Volume): void {
    const { driver = '', volumeHandle = '' } = spec.csi ?? {};
    const written = this.#context.create({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name: attachmentName(volumeHandle, driver, nodeName) },
      spec: { attacher: driver, nodeName, source: { persistentVolumeName: name } },
    });
    if ('object' in written) this.#await(written.object as Attachment);
  }

  /** Looks at an attachment when its driver has said something, or has had its time. */
  #await(attachment: Attachment): void {
    const { metadata, status } = attachment;
    const made = this.#madeOf(attachment);
    const { detachSince: _, ...wanted } = made;
    this.#context.memory.set(MADE + metadata.name, wanted satisfies Made);
    if (made.isReported) return;
    const isSaid = status?.attached === true || failureOf(attachment) !== undefined;
    this.#context.wakeBy(LOOK + metadata.name, isSaid ? nextLook(made, this.#context.now) : timeoutOf(made));
  }

  #look(name: string): void {
    const { state, now } = this.#context;
    const attachment = state.get('VolumeAttachment', '', name) as Attachment | undefined;
    if (attachment === undefined) return;
    const made = this.#madeOf(attachment);
    const { nodeName = '' } = attachment.spec;
    const wanted = this.#wanted(nodeName).get(volumeOf(attachment));
    if (made.isReported || wanted === undefined || made.since > now) return;
    const failure = failureOf(attachment) ?? (timeoutOf(made) <= now ? timeoutText(wanted.volume) : undefined);
    if (failure !== undefined) return this.#fail(attachment, wanted, failure);
    if (attachment.status?.attached === true) this.#report(attachment, wanted);
    else this.#await(attachment);
  }

  #fail(attachment: Attachment, { volume, pods }: Wanted, failure: string): void {
    const { memory, now } = this.#context;
    const { name } = attachment.metadata;
    const message = `AttachVolume.Attach failed for volume "${volume.metadata.name}" : ${failure}`;
    for (const about of pods) this.#context.record({ about, type: 'Warning', reason: 'FailedAttachVolume', message });
    memory.set(MADE + name, failedAt(this.#madeOf(attachment), now));
    this.#await(attachment);
  }

  /** Reports an attachment that is made, once: in Events of the pods that wait, and in its node's status. */
  #report(attachment: Attachment, { volume, pods }: Wanted): void {
    const { state, memory } = this.#context;
    memory.set(MADE + attachment.metadata.name, { ...this.#madeOf(attachment), isReported: true } satisfies Made);
    const message = `AttachVolume.Attach succeeded for volume "${volume.metadata.name}" `;
    for (const about of pods)
      this.#context.record({ about, type: 'Normal', reason: 'SuccessfulAttachVolume', message });
    const node: AttachingNode | undefined = state.get('Node', '', attachment.spec.nodeName ?? '');
    if (node === undefined) return;
    const volumesAttached = [...(node.status?.volumesAttached ?? []), { name: uniqueName(volume), devicePath: '' }];
    this.#context.updateStatus({ ...node, status: { ...node.status, volumesAttached } });
  }

  /** Another node has the volume, which is said once. // as reportMultiAttachError */
  #refuse(node: string, { volume, pods }: Wanted, others: readonly string[]): void {
    const { memory, state } = this.#context;
    const { name } = volume.metadata;
    const key = refusalKey(node, name);
    if (memory.has(key)) return;
    memory.set(key, name);
    const users = ([...state.list('Pod')] as Pod[]).filter(
      (pod) => others.includes(nodeOf(pod)) && attachableOf(pod, state).includes(volume),
    );
    for (const about of pods) {
      const message = `Multi-Attach error for volume "${name}" ${usedBy(users, about)}`;
      this.#context.record({ about, type: 'Warning', reason: 'FailedAttachVolume', message });
    }
  }

  #detach(attachment: Attachment): void {
    const { volume } = this.#madeOf(attachment);
    const node: AttachingNode | undefined = this.#context.state.get('Node', '', attachment.spec.nodeName ?? '');
    if (node !== undefined && this.#isInUse(attachment, node)) return;
    if (node !== undefined) {
      const { volumesAttached = [], ...status } = node.status ?? {};
      const left = volumesAttached.filter(({ name }) => name !== volume);
      const after = { ...status, ...(left.length > 0 && { volumesAttached: left }) };
      if (left.length < volumesAttached.length) this.#context.updateStatus({ ...node, status: after });
    }
    this.#context.delete(attachment);
  }

  /** A volume that its node says is in use stays there, until the node is given up. // as reconcile */
  #isInUse(attachment: Attachment, node: AttachingNode): boolean {
    const { memory, now } = this.#context;
    const made = this.#madeOf(attachment);
    const { inUse, isReady, isOutOfService } = standingOf(node);
    const { detachSince = now } = made;
    memory.set(MADE + attachment.metadata.name, { ...made, detachSince } satisfies Made);
    if (!inUse.includes(made.volume) || isOutOfService) return false;
    const isOver = now - detachSince > UNMOUNT_MS;
    if (!isOver) this.#context.wakeBy(node.metadata.name, detachSince + UNMOUNT_MS + LOOP_MS);
    return isReady || !isOver;
  }

  /** What is kept of an attachment; the first releases kept whether it was reported alone. */
  #madeOf(attachment: Attachment): Made {
    const { memory, state, now } = this.#context;
    const kept = memory.get(MADE + attachment.metadata.name) as Made | boolean | undefined;
    if (typeof kept === 'object') return kept;
    const volume = state.get('PersistentVolume', '', volumeOf(attachment)) as Volume | undefined;
    const name = volume === undefined ? '' : uniqueName(volume);
    return { volume: name, isReported: kept ?? false, since: now, failures: 0 };
  }

  /** Its own attachments, as far as they are there. */
  #made(): Attachment[] {
    const { memory, state } = this.#context;
    const names = [...memory.keys()].filter((key) => key.startsWith(MADE)).map((key) => key.slice(MADE.length));
    return names.flatMap((name) => (state.get('VolumeAttachment', '', name) as Attachment | undefined) ?? []);
  }
}

function timeoutText({ spec: { csi } }: Volume): string {
  const { driver = '', volumeHandle = '' } = csi ?? {};
  return `timed out waiting for external-attacher of ${driver} CSI driver to attach volume ${volumeHandle}`;
}

function refusalKey(node: string, volume: string): string {
  return `${REFUSED}${node} ${volume}`;
}

/** Pods in the namespace of another one by their names, others by their number. */
function usedBy(users: readonly Pod[], { metadata }: Pod): string {
  if (users.length === 0) return "Volume is already exclusively attached to one node and can't be attached to another";
  const local = users.filter((pod) => pod.metadata.namespace === metadata.namespace).map((pod) => pod.metadata.name);
  const more = `${users.length - local.length} pod(s) in different namespaces`;
  if (local.length === 0) return `Volume is already used by ${more}`;
  const known = `Volume is already used by pod(s) ${local.join(', ')}`;
  return local.length === users.length ? known : `${known} and ${more}`;
}
