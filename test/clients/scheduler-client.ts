import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { encodeObject } from '#kubernetes-schema';

/** What kube-scheduler v1.34 lists and watches, all of it before it binds a pod; pods that ended are left out. */
export const WATCHED = [
  'api/v1/nodes',
  'api/v1/pods?fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed',
  'api/v1/namespaces',
  'api/v1/services',
  'api/v1/persistentvolumes',
  'api/v1/persistentvolumeclaims',
  'api/v1/replicationcontrollers',
  'apis/apps/v1/replicasets',
  'apis/apps/v1/statefulsets',
  'apis/policy/v1/poddisruptionbudgets',
  'apis/storage.k8s.io/v1/storageclasses',
  'apis/storage.k8s.io/v1/csinodes',
  'apis/storage.k8s.io/v1/csidrivers',
  'apis/storage.k8s.io/v1/csistoragecapacities',
  'apis/storage.k8s.io/v1/volumeattachments',
  'apis/resource.k8s.io/v1/resourceclaims',
  'apis/resource.k8s.io/v1/resourceslices',
  'apis/resource.k8s.io/v1/deviceclasses',
] as const;

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const LEASES = 'apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const LEASE = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };

interface Listed {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly nodeName?: string };
}

interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** How a binding went: when it was answered, and when the watch showed the pod on its node; in milliseconds. */
export interface BoundPod {
  readonly answeredMs: number;
  readonly seenMs: number;
}

/** Where the API of a cluster is, and whose requests these are. */
export interface SchedulerPlace {
  /** Ends without a slash: `http://127.0.0.1:3000/v1/clusters/prod`. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends what kube-scheduler v1.34 sends: lists and watches of eighteen resources, a lease that it renews, bindings and
 * events in protobuf. Where it puts a pod is for its caller to say.
 */
export class SchedulerClient {
  /** By the paths of WATCHED, the objects that are there by namespace and name. */
  readonly caches = new Map<string, Map<string, Listed>>();
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #watches: http.ClientRequest[] = [];
  /** Who waits for a pod to have a node, by its namespace and name. */
  readonly #waiting = new Map<string, () => void>();

  private constructor(private readonly place: SchedulerPlace) {}

  /** Resolves once it has the lease, every list is read and every watch is open. */
  static async start(place: SchedulerPlace): Promise<SchedulerClient> {
    const client = new SchedulerClient(place);
    await Promise.all(WATCHED.map((path) => client.#follow(path)));
    await client.#lead();
    return client;
  }

  /** The pods without a node, in the order in which the server lists them. */
  pending(): Listed[] {
    return [...(this.caches.get(WATCHED[1])?.values() ?? [])].filter(({ spec }) => (spec?.nodeName ?? '') === '');
  }

  /** The names of the nodes. */
  nodes(): string[] {
    return [...(this.caches.get(WATCHED[0])?.keys() ?? [])];
  }

  /** Binds a pod, reports it with an Event, and waits until the watch shows it. */
  async bind({ metadata }: Listed, node: string): Promise<BoundPod> {
    const { name, namespace = '', uid } = metadata;
    const begun = performance.now();
    const seen = new Promise<number>((resolve) => {
      this.#waiting.set(keyOf(metadata), () => {
        resolve(performance.now() - begun);
      });
    });
    await this.#send('POST', `api/v1/namespaces/${namespace}/pods/${name}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace, uid },
      target: { kind: 'Node', name: node },
    });
    const answeredMs = performance.now() - begun;
    const seenMs = await seen;
    await this.#send('POST', `apis/events.k8s.io/v1/namespaces/${namespace}/events`, {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: `${name}.${uid.slice(0, 8)}`, namespace },
      eventTime: microTime(),
      reportingController: 'default-scheduler',
      reportingInstance: 'default-scheduler-test',
      action: 'Binding',
      reason: 'Scheduled',
      regarding: { kind: 'Pod', namespace, name, uid, apiVersion: 'v1' },
      note: `Successfully assigned ${namespace}/${name} to ${node}`,
      type: 'Normal',
    });
    return { answeredMs, seenMs };
  }

  /** Renews the lease, as every two seconds of a scheduler's life. */
  async renew(): Promise<void> {
    const lease = (await this.#send('GET', `${LEASES}/kube-scheduler`)) as { readonly spec: object };
    await this.#send('PUT', `${LEASES}/kube-scheduler`, {
      ...lease,
      ...LEASE,
      spec: { ...lease.spec, renewTime: microTime() },
    });
  }

  stop(): void {
    for (const watch of this.#watches) watch.destroy();
    this.#agent.destroy();
  }

  async #lead(): Promise<void> {
    await this.#send('POST', LEASES, {
      ...LEASE,
      metadata: { name: 'kube-scheduler', namespace: 'kube-system' },
      spec: {
        holderIdentity: 'test',
        leaseDurationSeconds: 15,
        acquireTime: microTime(),
        renewTime: microTime(),
        leaseTransitions: 0,
      },
    });
    await this.#send('POST', 'api/v1/namespaces/kube-system/events', {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `kube-scheduler.${Date.now().toString(16)}`, namespace: 'kube-system' },
      involvedObject: { ...LEASE, namespace: 'kube-system', name: 'kube-scheduler' },
      reason: 'LeaderElection',
      message: 'test became leader',
      source: { component: 'default-scheduler' },
      firstTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
      lastTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
      count: 1,
      type: 'Normal',
    });
  }

  /** Lists in pages of 500, then watches from there. */
  async #follow(path: string): Promise<void> {
    const cache = new Map<string, Listed>();
    this.caches.set(path, cache);
    const also = path.includes('?') ? '&' : '?';
    let next = `${also}limit=500&resourceVersion=0`;
    let version = '';
    while (next !== '') {
      const { metadata, items } = (await this.#send('GET', `${path}${next}`)) as {
        readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
        readonly items: readonly Listed[];
      };
      for (const item of items) cache.set(keyOf(item.metadata), item);
      version = metadata.resourceVersion;
      next = metadata.continue === undefined ? '' : `${also}limit=500&continue=${metadata.continue}`;
    }
    const query = `watch=true&allowWatchBookmarks=true&resourceVersion=${version}&timeoutSeconds=300`;
    const request = this.#request('GET', `${path}${also}${query}`).end();
    this.#watches.push(request);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    if (response.statusCode !== 200)
      throw new Error(`watch of ${path}: ${response.statusCode} ${await text(response)}`);
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        this.#take(cache, JSON.parse(line) as { readonly type: string; readonly object: Listed });
    });
  }

  #take(cache: Map<string, Listed>, { type, object }: { readonly type: string; readonly object: Listed }): void {
    if (type === 'BOOKMARK') return;
    if (type === 'ERROR') throw new Error(`a watch ended with ${JSON.stringify(object)}`);
    const key = keyOf(object.metadata);
    if (type === 'DELETED') cache.delete(key);
    else cache.set(key, object);
    if ((object.spec?.nodeName ?? '') === '') return;
    this.#waiting.get(key)?.();
    this.#waiting.delete(key);
  }

  async #send(method: string, path: string, body?: Readonly<Record<string, unknown>>): Promise<unknown> {
    const bytes = body && encodeObject(body, { apiVersion: '', kind: '' });
    for (let attempt = 1; ; attempt += 1) {
      const request = this.#request(
        method,
        path,
        bytes && { 'content-type': PROTOBUF, 'content-length': bytes.length },
      );
      request.end(bytes);
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      const answer = await text(response);
      const { statusCode = 0, headers } = response;
      if (statusCode < 300) return JSON.parse(answer);
      // As client-go does, which repeats what the server says to repeat, ten times at most.
      const seconds = Number(headers['retry-after'] ?? NaN);
      if (Number.isNaN(seconds) || attempt > 10) throw new Error(`${method} ${path}: ${statusCode} ${answer}`);
      await setTimeout(seconds * 1_000);
    }
  }

  #request(method: string, path: string, headers: http.OutgoingHttpHeaders = {}): http.ClientRequest {
    return http.request(`${this.place.base}/${path}`, {
      method,
      agent: this.#agent,
      headers: { accept: `${PROTOBUF}, */*`, ...this.place.headers, ...headers },
    });
  }
}

function keyOf({ namespace = '', name }: ObjectMeta): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** Now, in the form of a MicroTime. */
function microTime(): string {
  return new Date().toISOString().replace('Z', '000Z');
}
