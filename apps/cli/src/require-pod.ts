import { ServiceError, type Answer } from '#client';
import type { Berth } from './berth.js';
import { podOf } from './options.js';

type Pod = Answer<'get', '/v1/clusters/{cluster}/api/v1/namespaces/{namespace}/pods/{name}'>;

/** Most pods that are named. */
const MOST_NAMED = 5;

export function isNotFound(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 404;
}

/**
 * The pod; fails if it is not there. Without a namespace, which means `default`, the error names the namespaces that
 * have a pod of this name, each with the command to paste.
 * @throws ServiceError
 */
export async function requirePod(berth: Berth, pod: string, command: string, ...words: string[]): Promise<Pod> {
  const { client, cluster } = berth;
  const [namespace = '', name = ''] = podOf(pod).split('/');
  const path = '/v1/clusters/{cluster}/api/v1/namespaces/{namespace}/pods/{name}';
  try {
    return await client.get(path, { params: { path: { cluster, namespace, name } } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const found = pod.includes('/') ? [] : await namesakes(berth, name);
    const near = found.length > 0 ? found : await podsNear(berth, `${namespace}/${name}`);
    if (near.length === 0) throw error;
    const lines = near.slice(0, MOST_NAMED).map((one) => `  ${berth.line(command, one, ...words)}`);
    const more = near.length > MOST_NAMED ? [`  and in ${near.length - MOST_NAMED} more namespaces`] : [];
    const meant = found.length > 0 ? `other namespaces have a pod ${name}:` : 'did you mean:';
    error.message = [`${error.message}; ${meant}`, ...lines, ...more].join('\n');
    throw error;
  }
}

/** Pods that the name of one that is not there, and of which no decision is known, probably means. */
export async function podsNear({ client, cluster }: Berth, pod: string): Promise<readonly string[]> {
  const params = { path: { cluster }, query: { pod, pageSize: 1 } };
  const { near = [] } = await client.get('/v1/clusters/{cluster}/decisions', { params });
  return near;
}

/** The pods of a name in any namespace, as `namespace/name`. */
async function namesakes({ client, cluster }: Berth, name: string): Promise<string[]> {
  const query = { fieldSelector: `metadata.name=${name}` };
  const { items } = await client.get('/v1/clusters/{cluster}/api/v1/pods', { params: { path: { cluster }, query } });
  return items.map(({ metadata }) => `${metadata?.namespace ?? ''}/${name}`);
}
