import { NO_DOMAIN, type Domains } from '../../plugin.js';

const known = new WeakMap<Domains, RowsOfDomains>();

/** Which rows are in which domain. */
export class RowsOfDomains {
  readonly #starts: Uint32Array;
  readonly #rows: Uint32Array;

  /** Every row is in the domain of its number, alone. */
  readonly areRows: boolean;

  private constructor({ of, firstRows }: Domains) {
    this.areRows = firstRows.length === of.length;
    this.#starts = new Uint32Array(firstRows.length + 1);
    for (const domain of of) if (domain !== NO_DOMAIN) this.#starts[domain + 1] = (this.#starts[domain + 1] ?? 0) + 1;
    for (let domain = 0; domain < firstRows.length; domain += 1)
      this.#starts[domain + 1] = (this.#starts[domain + 1] ?? 0) + (this.#starts[domain] ?? 0);
    const next = this.#starts.slice();
    this.#rows = new Uint32Array(this.#starts[firstRows.length] ?? 0);
    of.forEach((domain, row) => {
      if (domain === NO_DOMAIN) return;
      this.#rows[next[domain] ?? 0] = row;
      next[domain] = (next[domain] ?? 0) + 1;
    });
  }

  /** Every domain has one row. */
  get areSingle(): boolean {
    return this.#rows.length === this.#starts.length - 1;
  }

  /** Made once for the same domains. */
  static of(domains: Domains): RowsOfDomains {
    const made = known.get(domains) ?? new RowsOfDomains(domains);
    known.set(domains, made);
    return made;
  }

  rows(domain: number): Uint32Array {
    return this.#rows.subarray(this.#starts[domain], this.#starts[domain + 1]);
  }
}
