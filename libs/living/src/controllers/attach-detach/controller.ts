import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { claimNamesOf, nodeOf } from '../../pods/index.js';
import type { Volume } from '../volumes/index.js';
import {
  attachableOf,
  isBound,
  isManaged,
  isShared,
  uniqueName,
  volumeOf,
  type Attachment,
  type AttachingNode,
} from './attachment.js';

/** Attachments that the controller has made, by their names: whether they have been reported. */
const MADE = 'made ';
/** Volumes that another node has, by node and name. */
const REFUSED = 'refused ';

/** A volume that the pods of a node ask for. */
interface Wanted {
  readonly volume: Volume;
  readonly pods: readonly Pod[];
}

/**
 * Attaches the CSI volumes of pods to their nodes, where those are managed, and detaches what no pod uses any more.
 * Keys are names of nodes. Reads pods, claims, volumes, nodes and attachments; no timers.
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
      if (isManaged(object) && (before === null || !isManaged(before))) yield object.metadata.name;
    }
  }

  sync(name: string): void {
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
    if (own !== undefined) return this.#report(own, wanted);
    const others = all.map(({ spec }) => spec.nodeName ?? '');
    if (others.length > 0 && !isShared(wanted.volume)) return this.#refuse(node, wanted, others);
    this.#context.memory.delete(refusalKey(node, name));
    this.#create(node, wanted.volume);
  }

  #create(nodeName: string, { metadata: { name }, spec }: Volume): void {
    const { dice, memory } = this.#context;
    // As long as a SHA-256 in hexadecimal digits, which upstream makes of the volume, its driver and the node.
    const digits = `${dice.uid()}${dice.uid()}`.replaceAll('-', '');
    const written = this.#context.create({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name: `csi-${digits}` },
      spec: { attacher: spec.csi?.driver ?? '', nodeName, source: { persistentVolumeName: name } },
    });
    if ('object' in written) memory.set(MADE + written.object.metadata.name, false);
  }

  /** Reports an attachment that its driver has made, once: in the node's status and in Events of the pods that wait. */
  #report(attachment: Attachment, { volume, pods }: Wanted): void {
    const { state, memory } = this.#context;
    const key = MADE + attachment.metadata.name;
    if (attachment.status?.attached !== true || memory.get(key) !== false) return;
    memory.set(key, true);
    const node: AttachingNode | undefined = state.get('Node', '', attachment.spec.nodeName ?? '');
    if (node === undefined) return;
    const volumesAttached = [...(node.status?.volumesAttached ?? []), { name: uniqueName(volume), devicePath: '' }];
    this.#context.updateStatus({ ...node, status: { ...node.status, volumesAttached } });
    const message = `AttachVolume.Attach succeeded for volume "${volume.metadata.name}" `;
    for (const about of pods)
      this.#context.record({ about, type: 'Normal', reason: 'SuccessfulAttachVolume', message });
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
    const { state } = this.#context;
    const node: AttachingNode | undefined = state.get('Node', '', attachment.spec.nodeName ?? '');
    const volume = state.get('PersistentVolume', '', volumeOf(attachment)) as Volume | undefined;
    if (node !== undefined && volume !== undefined) {
      const { volumesAttached = [], ...status } = node.status ?? {};
      const left = volumesAttached.filter((one) => one.name !== uniqueName(volume));
      const after = { ...status, ...(left.length > 0 && { volumesAttached: left }) };
      if (left.length < volumesAttached.length) this.#context.updateStatus({ ...node, status: after });
    }
    this.#context.delete(attachment);
  }

  /** Its own attachments, as far as they are there. */
  #made(): Attachment[] {
    const { memory, state } = this.#context;
    const names = [...memory.keys()].filter((key) => key.startsWith(MADE)).map((key) => key.slice(MADE.length));
    return names.flatMap((name) => (state.get('VolumeAttachment', '', name) as Attachment | undefined) ?? []);
  }
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
