import type { Pod } from '../objects/index.js';
import { hostPortsOf, type HostPort } from './host-port.js';
import type { Amount } from './amount.js';
import {
  ASSUMED_REQUESTS,
  FOR_ACCOUNT,
  hasPodLevelRequests,
  podRequests,
  requestAmount,
  requestAmounts,
  type Requests,
} from './pod-requests.js';
import { CPU, MEMORY } from './resource-name.js';

/** What a pod takes from the node it is on. As kube-scheduler v1.34 framework.PodInfo.CalculateResource. */
export interface PodLoad {
  readonly amounts: readonly Amount[];
  /** Cpu and memory as scoring counts them: with assumed requests for containers that state none. */
  readonly nonZeroCpu: Amount;
  readonly nonZeroMemory: Amount;
  readonly hostPorts: readonly HostPort[];
}

/** Computes a pod's load from its spec, and from its status where containers are being resized. */
export function podLoad(pod: Pod): PodLoad {
  const requests = podRequests(pod, FOR_ACCOUNT);
  const nonZero = podRequests(pod, { ...FOR_ACCOUNT, assumed: assumedFor(pod, requests) });
  return {
    amounts: requestAmounts(requests),
    nonZeroCpu: requestAmount(CPU, nonZero.get(CPU)),
    nonZeroMemory: requestAmount(MEMORY, nonZero.get(MEMORY)),
    hostPorts: hostPortsOf(pod),
  };
}

/** A pod with pod-level requests has its containers' assumed only where neither level states the resource. */
function assumedFor(pod: Pod, requests: Requests): Requests {
  if (!hasPodLevelRequests(pod)) return ASSUMED_REQUESTS;
  return new Map([...ASSUMED_REQUESTS].filter(([name]) => !requests.has(name)));
}
