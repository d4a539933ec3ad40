export { attemptEffects, podName } from './attempt-effects.js';
export { decidePart, type PartInput, type PartPlan, type PlannedDecision } from './decide-part.js';
export type { PlannedBinding, PlannedEffect, PlannedFailure, Preemptor } from './planned-effect.js';
