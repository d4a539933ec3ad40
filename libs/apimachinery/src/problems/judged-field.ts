import { MOST_PROBLEMS } from './most-problems.js';
import { FieldPath } from './field-path.js';
import {
  duplicate,
  forbidden,
  invalid,
  invalidAsWhole,
  notFound,
  notSupported,
  required,
  tooLong,
  tooMany,
  type FieldProblem,
} from './field-problem.js';

/**
 * A field that is being judged: where it is, and the one list into which everything goes that is wrong with the object.
 */
export class JudgedField {
  private constructor(
    readonly path: FieldPath,
    readonly problems: FieldProblem[],
  ) {}

  /** The whole of an object that nothing was found wrong with yet. */
  static root(problems: FieldProblem[] = []): JudgedField {
    return new JudgedField(FieldPath.root, problems);
  }

  /** A named field below this one. */
  child(name: string): JudgedField {
    return new JudgedField(this.path.child(name), this.problems);
  }

  /** An item of this list, counted from 0. */
  index(position: number): JudgedField {
    return new JudgedField(this.path.index(position), this.problems);
  }

  /** An entry of this map. */
  key(name: string): JudgedField {
    return new JudgedField(this.path.key(name), this.problems);
  }

  required(detail = ''): void {
    this.#report(() => required(this.path, detail));
  }

  invalid(value: unknown, detail: string): void {
    this.#report(() => invalid(this.path, value, detail));
  }

  /** The value as a whole is wrong, and is not shown. */
  invalidAsWhole(detail: string): void {
    this.#report(() => invalidAsWhole(this.path, detail));
  }

  notSupported(value: unknown, supported: readonly string[]): void {
    this.#report(() => notSupported(this.path, value, supported));
  }

  duplicate(value: unknown, detail = ''): void {
    this.#report(() => duplicate(this.path, value, detail));
  }

  forbidden(detail: string): void {
    this.#report(() => forbidden(this.path, detail));
  }

  tooLong(maxBytes: number): void {
    this.#report(() => tooLong(this.path, maxBytes));
  }

  tooMany(count: number, most: number): void {
    this.#report(() => tooMany(this.path, count, most));
  }

  notFound(value: unknown, detail = ''): void {
    this.#report(() => notFound(this.path, value, detail));
  }

  #report(problem: () => FieldProblem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem());
  }
}
