import type { OraclePlugin } from './model.js';
import { dynamicResources } from './plugins/dynamic-resources.js';
import { imageLocality } from './plugins/image-locality.js';
import { nodeAffinity } from './plugins/node-affinity.js';
import { nodeName } from './plugins/node-name.js';
import { nodePorts } from './plugins/node-ports.js';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation.js';
import { nodeResourcesFit } from './plugins/node-resources-fit.js';
import { nodeUnschedulable } from './plugins/node-unschedulable.js';
import { schedulingGates } from './plugins/scheduling-gates.js';
import { taintToleration } from './plugins/taint-toleration.js';

/** Every plugin that answers questions of its own. Those that only order the queue, preempt or bind are in the player. */
export const pluginsByName: ReadonlyMap<string, OraclePlugin> = new Map([
  schedulingGates, nodeUnschedulable, nodeName, taintToleration, nodeAffinity, nodePorts, nodeResourcesFit, dynamicResources,
  nodeResourcesBalancedAllocation, imageLocality,
].map((plugin) => [plugin.name, plugin]));
