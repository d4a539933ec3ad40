import type { Rule } from '../rule.js';
import { antiAffinityBound } from './anti-affinity-bound.js';
import { budgetNeverDisruptable } from './budget-never-disruptable.js';
import { budgetsOverlap } from './budgets-overlap.js';
import { nodeLeaving } from './node-leaving.js';
import { priorityUnused } from './priority-unused.js';
import { requestsAboveNodes } from './requests-above-nodes.js';
import { selectorMatchesNothing } from './selector-matches-nothing.js';
import { spreadWithoutItself } from './spread-without-itself.js';
import { tolerationUnused } from './toleration-unused.js';
import { topologyKeyMissing } from './topology-key-missing.js';

/** Every rule, in the order in which advice is given: what keeps pods from running first. */
export const ADVICE_RULES: readonly Rule[] = [
  requestsAboveNodes,
  selectorMatchesNothing,
  antiAffinityBound,
  nodeLeaving,
  topologyKeyMissing,
  spreadWithoutItself,
  budgetNeverDisruptable,
  budgetsOverlap,
  tolerationUnused,
  priorityUnused,
];
