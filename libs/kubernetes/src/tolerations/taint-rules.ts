import { internalView } from '../internals/index.js';
import {
  checkChoice,
  checkName,
  labelValueProblems,
  qualifiedNameProblems,
  requireChoice,
  type JudgedField,
} from '#apimachinery';
import type { Taint, Toleration } from './tolerates.js';

const EFFECTS: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Taints of a node, unique by key and effect. // as API server v1.34 validateNodeTaints */
export function checkTaints(taints: readonly Taint[], at: JudgedField): void {
  const seen = new Set<string>();
  taints.forEach((taint, index) => {
    const path = at.index(index);
    checkName(taint.key ?? '', qualifiedNameProblems, path.child('key'));
    const complaints = labelValueProblems(taint.value ?? '');
    if (complaints.length > 0) path.child('value').invalid(taint.value, complaints.join(';'));
    requireChoice(taint.effect, EFFECTS, path.child('effect'));
    const identity = `${taint.key} ${taint.effect}`;
    if (seen.has(identity))
      path.duplicate(internalView(taint, 'Taint'), 'taints must be unique by key and effect pair');
    seen.add(identity);
  });
}

/** Tolerations of a pod or a runtime class. // as API server v1.34 ValidateTolerations */
export function checkTolerations(tolerations: readonly Toleration[], at: JudgedField): void {
  tolerations.forEach((toleration, index) => {
    const path = at.index(index);
    const { key = '', operator = '', effect = '' } = toleration;
    if (key !== '') checkName(key, qualifiedNameProblems, path.child('key'));
    if (key === '' && operator !== 'Exists') {
      path
        .child('operator')
        .invalid(operator, 'operator must be Exists when `key` is empty, which means "match all values and all keys"');
    }
    if (toleration.tolerationSeconds !== undefined && effect !== 'NoExecute') {
      path.child('effect').invalid(effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    checkOperator(toleration, path.child('operator'));
    checkChoice(effect, EFFECTS, path.child('effect'));
  });
}

function checkOperator({ operator = '', value = '' }: Toleration, at: JudgedField): void {
  if (operator === 'Exists') {
    if (value !== '') at.invalid(value, "value must be empty when `operator` is 'Exists'");
  } else if (operator === '' || operator === 'Equal') {
    const complaints = labelValueProblems(value);
    if (complaints.length > 0) at.invalid(value, complaints.join(';'));
  } else {
    at.notSupported(operator, ['Equal', 'Exists']);
  }
}
