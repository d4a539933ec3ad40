export {
  applyNomination,
  applyPlacement,
  decideAsking,
  decidePods,
  displacedBy,
  unanswered,
  type BatchInput,
  type Preemption,
  type WaitingAttempt,
} from './decide-pods.js';
