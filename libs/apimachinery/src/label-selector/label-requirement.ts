import { ownField } from '#json';

/** Labels of an object; absent means none. */
export type Labels = Readonly<Record<string, string>> | undefined;

/** Whether labels satisfy something. */
export type LabelMatcher = (labels: Labels) => boolean;

/**
 * How a requirement relates a label's value to its own. `=` and `==` are read as In, `!=` as NotIn: they match alike.
 */
export type LabelOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';

/** One condition on one label. Exists and DoesNotExist have no values, Gt and Lt one. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
}

/** The value of a label; a name that every JavaScript object has, such as `constructor`, is no label. */
export function labelValue(labels: Labels, key: string): string | undefined {
  const value = ownField(labels, key);
  return typeof value === 'string' ? value : undefined;
}

/** Turns requirements into one function that is true where all of them hold; none at all hold everywhere. */
export function compileRequirements(requirements: readonly LabelRequirement[]): LabelMatcher {
  const matchers = requirements.map(compileRequirement);
  const [only] = matchers;
  if (only === undefined) return () => true;
  return matchers.length === 1 ? only : (labels) => matchers.every((matches) => matches(labels));
}

/**
 * NotIn and DoesNotExist hold where the label is absent; Gt and Lt only where both sides are base-10 integers of 64
 * bits.
 */
function compileRequirement({ key, operator, values }: LabelRequirement): LabelMatcher {
  switch (operator) {
    case 'In':
      return compileIn(key, values);
    case 'NotIn': {
      const isIn = compileIn(key, values);
      return (labels) => !isIn(labels);
    }
    case 'Exists':
      return (labels) => labelValue(labels, key) !== undefined;
    case 'DoesNotExist':
      return (labels) => labelValue(labels, key) === undefined;
    case 'Gt':
      return compileComparison(key, values, (actual, bound) => actual > bound);
    case 'Lt':
      return compileComparison(key, values, (actual, bound) => actual < bound);
  }
}

function compileIn(key: string, values: readonly string[]): LabelMatcher {
  const [only] = values;
  if (values.length === 1) return (labels) => labelValue(labels, key) === only;
  const allowed = new Set(values);
  return (labels) => {
    const actual = labelValue(labels, key);
    return actual !== undefined && allowed.has(actual);
  };
}

function compileComparison(
  key: string,
  values: readonly string[],
  holds: (actual: bigint, bound: bigint) => boolean,
): LabelMatcher {
  const bound = values.length === 1 ? parseInt64(values[0]) : undefined;
  if (bound === undefined) return () => false;
  return (labels) => {
    const actual = parseInt64(labelValue(labels, key));
    return actual !== undefined && holds(actual, bound);
  };
}

const INTEGER = /^[+-]?[0-9]+$/;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** A base-10 integer of 64 bits, as Go's `strconv.ParseInt(text, 10, 64)`: `007` and `+7` are 7. */
export function parseInt64(text: string | undefined): bigint | undefined {
  if (text === undefined || !INTEGER.test(text)) return undefined;
  const number = BigInt(text);
  return number >= INT64_MIN && number <= INT64_MAX ? number : undefined;
}
