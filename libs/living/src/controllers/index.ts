import type { ControllerEntry } from '../engine/index.js';
import { schedulerController, type SchedulerOptions } from '../scheduling/index.js';
import { attachDetachController } from './attach-detach/index.js';
import { budgetController } from './budgets/index.js';
import { cronJobController } from './cron-job/index.js';
import { daemonSetController } from './daemon-set/index.js';
import { deploymentController } from './deployment/index.js';
import { ephemeralVolumes } from './ephemeral-volumes/index.js';
import { eventExpiry } from './event-expiry/index.js';
import { garbageCollector } from './garbage/index.js';
import { jobController, ttlController } from './job/index.js';
import { kubelets, type KubeletModel } from './kubelet/index.js';
import { namespaceController } from './namespaces/index.js';
import { nodeController, nodeLifecycleController } from './nodes/index.js';
import { podGarbageCollector } from './pod-garbage/index.js';
import { provisioner } from './provisioner/index.js';
import { quotaController } from './quotas/index.js';
import { replicaSetController, replicationController } from './replica-set/index.js';
import { statefulSetController } from './stateful-set/index.js';
import { taintEvictionController } from './taint-eviction/index.js';
import { volumeExpansion } from './volume-expansion/index.js';
import { volumeProtection } from './volume-protection/index.js';
import { volumeController } from './volumes/index.js';

/**
 * All that lives in a cluster, in the order in which it looks at what happened: what places and runs pods comes first,
 * so that controllers which count them see what became of them. Before that claims are looked at: the volume controller
 * says of a new one that it waits for a pod, before the scheduler has a node for that. What pods use is given back
 * between what replaces pods and the Deployments, which look at pods only through their ReplicaSets.
 */
export function allControllers(
  scheduling: SchedulerOptions,
  kubelet: KubeletModel | null = null,
): readonly ControllerEntry[] {
  return [
    volumeController,
    schedulerController(scheduling),
    kubelets(kubelet),
    nodeController,
    nodeLifecycleController,
    taintEvictionController,
    ephemeralVolumes,
    provisioner,
    attachDetachController,
    replicaSetController,
    replicationController,
    statefulSetController,
    daemonSetController,
    jobController,
    ttlController,
    cronJobController,
    volumeProtection,
    volumeExpansion,
    quotaController,
    deploymentController,
    garbageCollector,
    podGarbageCollector,
    namespaceController,
    budgetController,
    eventExpiry,
  ];
}
