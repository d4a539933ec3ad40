import type { Berth } from '../berth.js';
import type { Decision } from '../decisions/index.js';
import { paragraph } from '../output/index.js';
import { collect } from '../service/index.js';
import { chainInWords } from './chain-words.js';

/** Changes of a pod that are looked through for the one that a decision made. */
const MOST = 1_000;

/** Of a decision in a cluster with a clock: what led to it, back to a request or a timer. */
export async function explainCause({ client, cluster, terminal }: Berth, decision: Decision): Promise<void> {
  const { clusterAt, pod } = decision;
  if (clusterAt === undefined) return;
  const query = { kinds: ['Pod' as const], namespaces: [pod.namespace], uid: pod.uid };
  const changes = await collect(
    client.items('/v1/clusters/{cluster}/changes', { params: { path: { cluster }, query } }),
    MOST,
  );
  const made = changes.findLast((change) => change.clusterAt === clusterAt && change.cause?.by === SCHEDULER);
  if (made === undefined) return;
  const params = { path: { cluster }, query: { position: made.position } };
  const causes = await client.get('/v1/clusters/{cluster}/causes', { params });
  terminal.print(paragraph(`What led to it, the latest first: ${chainInWords(causes)}.`, terminal.columns));
}

const SCHEDULER = 'default-scheduler';
