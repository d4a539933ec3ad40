/** Something that does not hold, and where: as near as can be known. 64-bit integers are decimal text. */
export interface Violation {
  /** Id; absent where it is of no cluster. */
  readonly cluster?: string;
  readonly revision?: string;
  readonly position?: string;
  readonly run?: string;
  readonly ordinal?: number;
  /** The table whose rows say it. */
  readonly table?: string;
  readonly message: string;
}

/** Of very many violations the first say enough, with the first of each table. */
const SHOWN = 100;

/** What one check found: how much it looked at, what of it could not be judged, and what does not hold. */
export class Findings {
  checked = 0;
  /** Looked at, but nothing is there that it could be compared with. */
  notCheckable = 0;
  /** The number of all violations, including those that are not in `violations`. */
  count = 0;
  readonly violations: Violation[] = [];
  readonly #tables = new Set<string | undefined>();

  add(violation: Violation): void {
    this.count++;
    if (this.violations.length < SHOWN || !this.#tables.has(violation.table)) this.violations.push(violation);
    this.#tables.add(violation.table);
  }
}
