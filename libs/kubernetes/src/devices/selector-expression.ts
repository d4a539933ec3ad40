import { Environment, type ASTNode, type ParseError, type TypeCheckResult } from '@marcbachmann/cel-js';

/** The longest expression of a selector, in bytes. // CELSelectorExpressionMaxLength of resource/v1 */
export const LONGEST_EXPRESSION = 10 * 1024;

/** Standard functions of CEL, and those that Kubernetes adds; their arguments are not judged. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `all exists exists_one existsOne filter map has transformList transformMap transformMapEntry bind size contains
  startsWith endsWith matches int uint double string bool bytes list map type dyn timestamp duration getDate
  getDayOfMonth getDayOfWeek getDayOfYear getFullYear getHours getMilliseconds getMinutes getMonth getSeconds charAt
  indexOf join lastIndexOf lowerAscii quote replace reverse split substring trim upperAscii format find findAll isSorted
  sum min max isURL url getScheme getHost getHostname getPort getEscapedPath getQuery isQuantity quantity isInteger
  asInteger asApproximateFloat sign add sub isGreaterThan isLessThan compareTo isIP ip isCanonical family
  isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast isCIDR cidr containsIP containsCIDR
  prefixLength masked named validate dns1123Label dns1123Subdomain dns1035Label qualifiedName dns1123LabelPrefix
  dns1123SubdomainPrefix dns1035LabelPrefix labelValue uri uuid byte date datetime isSemver semver major minor patch
  equivalent intersects of ofNonZeroValue none hasValue value or orValue optMap optFlatMap unwrap unwrapOpt`.split(
    /\s+/,
  ),
);

class Device {}
class Quantity {}

/** What an expression may speak of: the device, by the name `device`. // as dynamic-resource-allocation/cel of v1.34 */
const environment = new Environment({
  enableOptionalTypes: true,
  // The length bounds what an expression has of each; its depth cel-go bounds as well.
  limits: {
    maxAstNodes: LONGEST_EXPRESSION,
    maxListElements: LONGEST_EXPRESSION,
    maxMapEntries: LONGEST_EXPRESSION,
    maxCallArguments: LONGEST_EXPRESSION,
  },
})
  .registerType('kubernetes.Quantity', { ctor: Quantity, fields: {} })
  .registerType('kubernetes.DRADevice', {
    ctor: Device,
    fields: {
      driver: 'string',
      attributes: 'map<string, map<string, dyn>>',
      capacity: 'map<string, map<string, kubernetes.Quantity>>',
    },
  })
  .registerVariable('device', 'kubernetes.DRADevice');

/**
 * What is wrong with the expression of a device selector; undefined where nothing is, or nothing that is found here:
 * the arguments of functions and the cost of an expression are not judged.
 * // as CompileCELExpression of API server v1.34, with the words of cel-go
 */
export function expressionProblem(expression: string): string | undefined {
  let check: TypeCheckResult;
  try {
    check = environment.parse(expression).check();
  } catch (error) {
    return syntaxProblem(expression, error as ParseError);
  }
  if (check.error !== undefined) return typeProblem(expression, check.error);
  const type = typeName(check.type ?? 'dyn');
  if (type === 'bool' || type === ANY) return undefined;
  return `must evaluate to bool or the unknown type, not ${type}`;
}

const ANY = 'any';
const EXPECTED =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

function syntaxProblem(expression: string, { range, summary }: ParseError): string {
  const at = range?.start ?? expression.length;
  const rest = expression.slice(at);
  // Of an empty expression the place is before its first character.
  if (expression === '') return failed('', -1, `Syntax error: mismatched input '<EOF>' expecting ${EXPECTED}`);
  if (rest !== '') return failed(expression, at, `Syntax error: ${summary}`);
  const last = expression.trimEnd().at(-1);
  const found = last === '.' ? "no viable alternative at input '.'" : `mismatched input '<EOF>' expecting ${EXPECTED}`;
  return failed(expression, at, `Syntax error: ${found}`);
}

type Found = NonNullable<TypeCheckResult['error']>;

function typeProblem(expression: string, { code, summary, node, range }: Found): string | undefined {
  if (node === undefined || !('op' in node)) return undefined;
  const judged = node as ASTNode;
  switch (code) {
    case 'unknown_variable':
      return judged.op === 'id' ? failed(expression, judged.start, undeclared(judged.args)) : undefined;
    case 'no_such_key':
      if (judged.op !== '.') return undefined;
      return failed(expression, placeOf(judged), `undefined field '${judged.args[1]}'`);
    case 'no_such_overload':
      return overloadProblem(expression, judged, summary);
    case 'no_matching_overload': {
      const called = judged.op === 'call' || judged.op === 'rcall' ? judged.args[0] : undefined;
      if (called === undefined || FUNCTIONS.has(called)) return undefined;
      return failed(expression, expression.lastIndexOf('(', range?.end), undeclared(called));
    }
    default:
      return undefined;
  }
}

function undeclared(name: string): string {
  return `undeclared reference to '${name}' (in container '')`;
}

function overloadProblem(expression: string, node: ASTNode, summary: string): string | undefined {
  const types = summary.replace(/^no such overload: /, '');
  if (node.op === '!_' || node.op === '-_')
    return failed(expression, node.start, noOverload(node.op, [types.slice(1)]));
  const operands = types.split(` ${node.op} `);
  if (operands.length !== 2) return undefined;
  return failed(expression, placeOf(node), noOverload(`_${node.op}_`, operands));
}

function noOverload(operator: string, types: readonly string[]): string {
  return `found no matching overload for '${operator}' applied to '(${types.map(typeName).join(', ')})'`;
}

/** Where cel-go says that something is: at its operator. */
function placeOf({ op, args, input, start }: ASTNode): number {
  const [left] = args as unknown as readonly [ASTNode];
  const at = input.indexOf(op, left.end);
  return at === -1 ? start : at;
}

/** As cel-go writes it. */
function typeName(type: string): string {
  if (type === 'dyn') return ANY;
  return type
    .replaceAll('<', '(')
    .replaceAll('>', ')')
    .replace(/\bdyn\b/g, 'google.protobuf.Any');
}

/** With the line that it is in, and a mark under the place. */
function failed(expression: string, at: number, message: string): string {
  const before = expression.slice(0, Math.max(at, 0)).split('\n');
  const column = at < 0 ? at : (before.at(-1)?.length ?? 0);
  const line = expression.split('\n')[before.length - 1]?.replaceAll('\t', ' ') ?? '';
  const picture = column < 0 ? '' : `\n | ${line}\n | ${'.'.repeat(column)}^`;
  return `compilation failed: ERROR: <input>:${before.length}:${column + 1}: ${message}${picture}`;
}
