import { MIRROR_POD } from '#kubernetes';
import type { Pod } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { part } from '../workloads/index.js';

/**
 * Why admission refuses a new pod for its account; a static pod comes as it is. What cannot be judged is said.
 * // as API server v1.34 admission plugin ServiceAccount
 */
export function accountRefusal({ accounts, findings }: HypotheticalCluster, pod: Pod): string | undefined {
  const { namespace = '', annotations = {} } = pod.metadata ?? {};
  const { serviceAccountName: name } = part(pod, 'spec');
  if (typeof name !== 'string' || name === '' || Object.hasOwn(annotations, MIRROR_POD)) return undefined;
  switch (accounts.standing({ namespace, name })) {
    case 'missing':
      return `error looking up service account ${namespace}/${name}: serviceaccount ${JSON.stringify(name)} not found`;
    case 'used':
      findings.assume(`ServiceAccount ${namespace}/${name} is there, as pods of the cluster use it`);
      return undefined;
    case 'unknown':
      findings.ignore({
        ...{ apiVersion: 'v1', kind: 'ServiceAccount', matters: true },
        message: 'the cluster has no ServiceAccounts: whether those that pods name are there is not known',
      });
      return undefined;
    case 'there':
    case 'answered':
      return undefined;
  }
}
