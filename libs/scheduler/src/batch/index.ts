export {
  applyNomination,
  applyPlacement,
  decideAsking,
  decidePods,
  displacedBy,
  nobody,
  type BatchInput,
  type Preemption,
  type WaitingAttempt,
} from './decide-pods.js';
