/** An answer that is no success. */
export class AnswerError extends Error {
  constructor(
    readonly status: number,
    body: string,
  ) {
    super(`${status}: ${body}`);
  }
}

/** A run as the service shows it; what the checks read. */
export interface ShownRun {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

/** The service as its users see it: JSON over HTTP. The address may change with a restart. */
export class HttpClient {
  constructor(public url: string) {}

  async call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new AnswerError(response.status, text);
    return JSON.parse(text) as T;
  }

  /** Writes as the Kubernetes API takes it: bodies are merge patches. */
  async send(method: 'PATCH' | 'DELETE', path: string, body?: object): Promise<void> {
    const response = await fetch(this.url + path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/merge-patch+json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new AnswerError(response.status, text);
  }

  schedule(cluster: string, wait: boolean, preemption: 'off' | 'evict' = 'off'): Promise<ShownRun> {
    return this.call('POST', `/v1/clusters/${cluster}/runs`, { wait, preemption });
  }

  async runs(cluster: string): Promise<readonly ShownRun[]> {
    return (
      await this.call<{ readonly items: readonly ShownRun[] }>('GET', `/v1/clusters/${cluster}/runs?pageSize=500`)
    ).items;
  }

  /** A new cluster with 300 nodes and 3,000 pods that all fit, when it is crowded only once a pod of low priority leaves each node; answers its id. */
  async createCluster(name: string, crowded = false): Promise<string> {
    const { id } = await this.call<{ readonly id: string }>('POST', '/v1/clusters', { name });
    await this.call('POST', `/v1/clusters/${id}/import`, {
      apiVersion: 'v1',
      kind: 'List',
      items: [...nodes(), ...(crowded ? fillers() : []), ...pods()],
    });
    return id;
  }
}

export const PODS = 3000;
const NODES = 300;

function* nodes(): Iterable<object> {
  for (let index = 0; index < NODES; index++) {
    yield {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `n${index}` },
      status: { capacity: { cpu: '16', memory: '64Gi', pods: '20' } },
    };
  }
}

function* fillers(): Iterable<object> {
  for (let index = 0; index < NODES; index++) {
    const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '14' } } }];
    yield {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `low${index}`, namespace: 'default' },
      spec: { containers, nodeName: `n${index}`, priority: -10 },
    };
  }
}

function* pods(): Iterable<object> {
  for (let index = 0; index < PODS; index++) {
    const requests = { cpu: `${100 + (index % 7) * 100}m`, memory: `${1 + (index % 3)}Gi` };
    yield {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `p${index}`, namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests } }] },
    };
  }
}
