export { attemptEffects, podName } from './attempt-effects.js';
export { decidePart, type PartInput, type PartPlan } from './decide-part.js';
export { notCompared, type SeenDecision } from './observed-attempt.js';
export { PartTraces, type PlannedBase } from './part-traces.js';
export { blankDecision, plannedDecision, type PlannedDecision } from './planned-decision.js';
export type { PlannedBinding, PlannedEffect, PlannedFailure, Preemptor } from './planned-effect.js';
