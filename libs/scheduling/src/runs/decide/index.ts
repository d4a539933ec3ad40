export { attemptEffects, podName } from './attempt-effects.js';
export { decidePart, type PartInput, type PartPlan } from './decide-part.js';
export { PartTraces, type PlannedBase } from './part-traces.js';
export { plannedDecision, type PlannedDecision } from './planned-decision.js';
export type { PlannedBinding, PlannedEffect, PlannedFailure, Preemptor } from './planned-effect.js';
