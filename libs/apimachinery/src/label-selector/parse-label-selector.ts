import { qualifiedNameProblems } from '../names/index.js';
import { describeProblem, FieldPath } from '../problems/index.js';
import type { LabelOperator, LabelRequirement } from './label-requirement.js';
import { requirementProblems } from './requirement-problems.js';
import { lexSelector, type Token } from './selector-lexer.js';

/** What is wrong with the text of a selector, and where: characters from 0. */
export interface SelectorProblem {
  readonly problem: string;
  readonly position: number;
}

/** A selector as it was read: every requirement must hold. */
export interface ParsedLabelSelector {
  readonly requirements: readonly LabelRequirement[];
}

const OPERATORS = new Map<string, LabelOperator>([
  ['=', 'In'],
  ['==', 'In'],
  ['!=', 'NotIn'],
  ['in', 'In'],
  ['notin', 'NotIn'],
  ['>', 'Gt'],
  ['<', 'Lt'],
]);
/** As long as a URL may be: a selector in a body needs no more. */
const LONGEST = 2 ** 14;

const OPERATOR_LIST = 'in, notin, =, ==, !=, gt, lt';

/**
 * Reads the grammar of `?labelSelector=`: `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1`. Empty text selects everything.
 * As apimachinery v1.34 labels.Parse, its messages included.
 */
export function parseLabelSelector(text: string): ParsedLabelSelector | SelectorProblem {
  if (text.length > LONGEST) return { problem: `must not be longer than ${LONGEST} characters`, position: LONGEST };
  try {
    return { requirements: new SelectorReader(lexSelector(text)).requirements() };
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return { problem: error.message, position: error.position };
    throw error;
  }
}

/** Stays inside this file: a way out of the nested rules, turned into a value at the door. */
class SelectorSyntaxError extends Error {
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}

class SelectorReader {
  private next = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  requirements(): LabelRequirement[] {
    const found: LabelRequirement[] = [];
    if (this.peek().kind === 'end') return found;
    for (;;) {
      if (!this.atRequirement()) this.fail(this.peek(), "expected: !, identifier, or 'end of string'");
      found.push(this.requirement());
      const separator = this.take();
      if (separator.kind === 'end') return found;
      if (separator.kind !== ',') this.fail(separator, "expected: ',' or 'end of string'");
      if (!this.atRequirement()) this.fail(this.peek(), "expected: identifier after ','");
    }
  }

  private requirement(): LabelRequirement {
    const start = this.peek().position;
    const negated = this.peek().kind === '!' && this.take() !== undefined;
    const key = this.key();
    const bare = this.peek().kind === 'end' || this.peek().kind === ',';
    const requirement = bare || negated ? { key, operator: existence(negated), values: [] } : this.comparison(key);
    const [wrong] = requirementProblems(requirement, FieldPath.root);
    if (wrong !== undefined)
      throw new SelectorSyntaxError(`unable to parse requirement: ${describeProblem(wrong)}`, start);
    return requirement;
  }

  private key(): string {
    const token = this.take();
    if (token.kind !== 'word') this.fail(token, 'expected: identifier', 'unable to parse requirement: ');
    const problems = qualifiedNameProblems(token.text);
    if (problems.length > 0) {
      throw new SelectorSyntaxError(
        `unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(token.text)}: ${problems.join('; ')}`,
        token.position,
      );
    }
    return token.text;
  }

  private comparison(key: string): LabelRequirement {
    const token = this.take();
    const operator = OPERATORS.get(token.text);
    if (operator === undefined) this.fail(token, `expected: ${OPERATOR_LIST}`, 'unable to parse requirement: ');
    const values = token.kind === 'word' ? this.valueSet() : [this.exactValue()];
    return { key, operator, values };
  }

  private exactValue(): string {
    if (this.peek().kind === 'end' || this.peek().kind === ',') return '';
    const token = this.take();
    if (token.kind !== 'word') this.fail(token, 'expected: identifier', 'unable to parse requirement: ');
    return token.text;
  }

  /**
   * `(a,b)`; an empty place is the empty value, and `()` is one empty value. Sorted and without repetition, as
   * upstream's sets.
   */
  private valueSet(): string[] {
    this.openSet();
    const values = new Set<string>();
    for (;;) {
      values.add(this.valueOfSet(values.size === 0));
      const token = this.take();
      if (token.kind === ')') return [...values].sort();
      if (token.kind !== ',') this.fail(token, "expected: ',' or ')'", 'unable to parse requirement: ');
    }
  }

  private valueOfSet(isFirst: boolean): string {
    const { kind } = this.peek();
    if (kind === 'word') return this.take().text;
    if (kind === ',' || kind === ')') return '';
    const expected = isFirst ? "',', ')' or identifier" : "',', or identifier";
    return this.fail(this.take(), `expected: ${expected}`, 'unable to parse requirement: ');
  }

  private atRequirement(): boolean {
    return this.peek().kind === 'word' || this.peek().kind === '!';
  }

  /** Upstream's one message without a comma. */
  private openSet(): void {
    const { kind, text, position } = this.take();
    if (kind === '(') return;
    throw new SelectorSyntaxError(`unable to parse requirement: found '${text}' expected: '('`, position);
  }

  private peek(): Token {
    const token = this.tokens[Math.min(this.next, this.tokens.length - 1)];
    if (token === undefined) throw new RangeError('a selector has at least its end');
    return token;
  }

  private take(): Token {
    const token = this.peek();
    this.next += 1;
    return token;
  }

  private fail(found: Token, expectation: string, before = ''): never {
    throw new SelectorSyntaxError(`${before}found '${found.text}', ${expectation}`, found.position);
  }
}

function existence(negated: boolean): LabelOperator {
  return negated ? 'DoesNotExist' : 'Exists';
}
