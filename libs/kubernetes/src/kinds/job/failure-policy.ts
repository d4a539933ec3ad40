import { checkName, qualifiedNameProblems, type JudgedField } from '#apimachinery';
import type { PodTemplate } from '../../pod-template/index.js';

/** batch/v1 PodFailurePolicy: what a pod that failed means for its job. */
export interface PodFailurePolicy {
  /** Null where it is empty. */
  rules?: FailureRule[] | null;
}

interface FailureRule {
  action?: string;
  onExitCodes?: ExitCodes;
  onPodConditions?: { type?: string; status?: string }[];
}

interface ExitCodes {
  containerName?: string;
  operator?: string;
  /** Null where it is empty. */
  values?: number[] | null;
}

/** What of the spec of its job a policy depends on. */
interface JobOfPolicy {
  template?: PodTemplate;
  backoffLimitPerIndex?: number;
}

const ACTIONS: readonly string[] = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS: readonly string[] = ['In', 'NotIn'];
const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];
const MOST_RULES = 20;
const MOST_CODES = 255;

/** // as API server v1.34 validatePodFailurePolicy */
export function checkFailurePolicy(spec: JobOfPolicy, policy: PodFailurePolicy, at: JudgedField): void {
  const rules = policy.rules ?? [];
  if (rules.length > MOST_RULES) at.child('rules').tooMany(rules.length, MOST_RULES);
  const { initContainers, containers } = spec.template?.spec ?? {};
  const names = new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name = '' }) => name));
  rules.forEach((rule, index) => checkRule(rule, { spec, names }, at.child('rules').index(index)));
}

function checkRule(
  { action = '', onExitCodes, onPodConditions = [] }: FailureRule,
  { spec, names }: { readonly spec: JobOfPolicy; readonly names: ReadonlySet<string> },
  at: JudgedField,
): void {
  if (action === '') at.child('action').required(validValues(ACTIONS));
  else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined)
    at.child('action').invalid(action, 'requires the backoffLimitPerIndex to be set');
  else if (!ACTIONS.includes(action)) at.child('action').notSupported(action, ACTIONS);
  if (onExitCodes !== undefined) checkExitCodes(onExitCodes, names, at.child('onExitCodes'));
  if (onPodConditions.length > MOST_RULES) at.child('onPodConditions').tooMany(onPodConditions.length, MOST_RULES);
  onPodConditions.forEach(({ type = '', status = '' }, index) => {
    const path = at.child('onPodConditions').index(index);
    checkName(type, qualifiedNameProblems, path.child('type'));
    if (status === '') path.child('status').required(validValues(STATUSES));
    else if (!STATUSES.includes(status)) path.child('status').notSupported(status, STATUSES);
  });
  const both = onExitCodes !== undefined && onPodConditions.length > 0;
  const none = onExitCodes === undefined && onPodConditions.length === 0;
  if (both) at.invalidAsWhole('specifying both OnExitCodes and OnPodConditions is not supported');
  if (none) at.invalidAsWhole('specifying one of OnExitCodes and OnPodConditions is required');
}

/** // as API server v1.34 validatePodFailurePolicyRuleOnExitCodes */
function checkExitCodes(
  { containerName, operator = '', values: given }: ExitCodes,
  names: ReadonlySet<string>,
  at: JudgedField,
): void {
  if (operator === '') at.child('operator').required(validValues(OPERATORS));
  else if (!OPERATORS.includes(operator)) at.child('operator').notSupported(operator, OPERATORS);
  if (containerName !== undefined && !names.has(containerName))
    at.child('containerName').invalid(
      containerName,
      'must be one of the container or initContainer names in the pod template',
    );
  const list = at.child('values');
  const values = given ?? [];
  if (values.length === 0) list.invalid(given, 'at least one value is required');
  else if (values.length > MOST_CODES) list.tooMany(values.length, MOST_CODES);
  values.forEach((code, index) => {
    if (operator === 'In' && code === 0) list.index(index).invalid(code, 'must not be 0 for the In operator');
    if (values.indexOf(code) < index) list.index(index).duplicate(code);
  });
  if (values.some((code, index) => index > 0 && (values[index - 1] ?? 0) > code))
    list.invalid(values, 'must be ordered');
}

function validValues(values: readonly string[]): string {
  return `valid values: [${values.map((value) => JSON.stringify(value)).join(' ')}]`;
}
