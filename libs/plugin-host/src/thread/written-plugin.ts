/** A plugin as its author writes it. Nodes and pods are frozen; what the methods answer is judged. */
export interface WrittenPlugin {
  readonly name: string;
  readonly args?: object;
  readonly reasons?: readonly unknown[];
  readonly reach?: 'static' | 'node';
  readonly pods?: boolean;
  readonly normalization?: string;
  filter?(pod: unknown, node: unknown, args: unknown, state: unknown): unknown;
  score?(pod: unknown, node: unknown, args: unknown, state: unknown): unknown;
  readonly nodeState?: NodeStateMethods;
}

/** The state of a plugin for a node, for each of its args: made of the node, then updated with its pods in order. */
export interface NodeStateMethods {
  create(node: unknown, args: unknown): unknown;
  /** Changes the state, or answers another. */
  add(state: unknown, pod: unknown, args: unknown): unknown;
  /** Undoes `add` exactly; without it the state is made anew where a pod is gone. */
  remove?(state: unknown, pod: unknown, args: unknown): unknown;
}

const FIELDS = new Set(['name', 'args', 'reasons', 'reach', 'pods', 'normalization', 'filter', 'score', 'nodeState']);
const REACHES = ['static', 'node'];
const NORMALIZATIONS = ['none', 'max', 'reverseMax', 'minMax', 'reverseRange'];
const CODES = ['Unschedulable', 'UnschedulableAndUnresolvable'];
const NAME = /^[A-Za-z][A-Za-z0-9._-]{0,62}$/;

/** What is wrong with the default export of a module, each thing a clause; none where it is a plugin. */
export function problemsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['its default export must be an object'];
  const plugin = value as Readonly<Record<string, unknown>>;
  const problems = Object.keys(plugin)
    .filter((field) => !FIELDS.has(field))
    .map((field) => `unknown field "${field}"`);
  const demand = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  const { name, args, reasons, reach, pods, normalization, filter, score } = plugin;
  demand(typeof name === 'string' && NAME.test(name), 'name must be a word of letters, digits, ".", "_" and "-"');
  demand(args === undefined || isObject(args), 'args must be a JSON schema');
  demand(reasons === undefined || (Array.isArray(reasons) && reasons.every(isReason)), REASONS);
  demand(isOneOf(reach, REACHES), 'reach must be static, node, or not given');
  demand(pods === undefined || typeof pods === 'boolean', 'pods must be true or false');
  demand(isOneOf(normalization, NORMALIZATIONS), `normalization must be one of ${NORMALIZATIONS.join(', ')}`);
  demand(isMethod(filter) && isMethod(score), 'filter and score must be functions');
  demand(filter !== undefined || score !== undefined, 'it must have a filter or a score');
  return [...problems, ...stateProblems(plugin)];
}

const REASONS = 'reasons must be a list of texts, or of {code, text}';

function stateProblems({ nodeState, reach }: Readonly<Record<string, unknown>>): readonly string[] {
  if (nodeState === undefined) return [];
  const { create, add, remove } = isObject(nodeState) ? (nodeState as Readonly<Record<string, unknown>>) : {};
  const isWhole = typeof create === 'function' && typeof add === 'function' && isMethod(remove);
  return [
    ...(isWhole ? [] : ['nodeState must have the functions create and add, and may have remove']),
    ...(reach === 'static' ? ['reach must not be static where there is a nodeState'] : []),
  ];
}

function isReason(reason: unknown): boolean {
  if (typeof reason === 'string') return true;
  if (!isObject(reason)) return false;
  const { code, text } = reason as Readonly<Record<string, unknown>>;
  return typeof text === 'string' && typeof code === 'string' && CODES.includes(code);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMethod(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return value === undefined || (typeof value === 'string' && allowed.includes(value));
}
