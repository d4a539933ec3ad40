import { randomBytes } from 'node:crypto';
import type { Rejection } from '../decisions/index.js';
import {
  decodePosting,
  facetsOf,
  facetsOfSubjects,
  numbersOf,
  type FacetSource,
  type Segment,
} from '../search/index.js';
import { shortDigest, subjectsOf } from '../sums/index.js';
import type { PostingRow } from './index-rows.queries.js';

/** Rejections of so many kinds are cached with what they come to. */
const KINDS = 10_000;

/** Secret random factors: no other list can be made to come to the same sum. */
const SECRET = new Uint32Array(randomBytes(16).buffer.slice(0, 16)).map((number) => number | 1);

/** A list of rising numbers, in three of them. */
class Numbers {
  #count = 0;
  #one = 0;
  #other = 0;

  add(number: number): void {
    this.#count++;
    this.#one = mixed(this.#one ^ number, SECRET[0] ?? 1, SECRET[1] ?? 1);
    this.#other = mixed(this.#other ^ number, SECRET[2] ?? 1, SECRET[3] ?? 1);
  }

  equals(other: Numbers): boolean {
    return this.#count === other.#count && this.#one === other.#one && this.#other === other.#other;
  }
}

function mixed(number: number, one: number, other: number): number {
  const product = Math.imul(number + 1, one);
  return Math.imul(product ^ (product >>> 15), other);
}

/** Which decisions of each segment have which facet, but for labels: those are of the time when they were indexed. */
export class ExpectedPostings {
  readonly #segments: { readonly segment: Segment; readonly facets: Map<string, Numbers> }[];
  #current = 0;
  #rejected = new Map<string, readonly string[]>();

  /** `begin`: the number of the first decision that will be shown. */
  constructor(
    segments: readonly Segment[],
    private readonly begin: number,
  ) {
    this.#segments = segments.map((segment) => ({ segment, facets: new Map<string, Numbers>() }));
  }

  /** Of rising numbers. `rejections` is their JSON. */
  add(number: number, source: Omit<FacetSource, 'labels'>, rejections: string): void {
    let current = this.#segments[this.#current];
    while (current !== undefined && number >= current.segment.first + current.segment.size)
      current = this.#segments[++this.#current];
    if (current === undefined || number < current.segment.first) return;
    const { segment, facets } = current;
    const note = (facet: string): void => {
      let numbers = facets.get(facet);
      if (numbers === undefined) facets.set(facet, (numbers = new Numbers()));
      numbers.add(number - segment.first);
    };
    facetsOf({ ...source, labels: null }).forEach(note);
    this.#facetsOfRejections(rejections).forEach(note);
  }

  /** Where each segment begins; for `compare`. */
  bySegment(): Map<string, Map<string, Numbers>> {
    return new Map(
      this.#segments.map(({ segment, facets }) => [
        String(segment.first),
        new Map([...facets].map(([facet, numbers]) => [shortDigest(facet).toString('hex'), numbers])),
      ]),
    );
  }

  /** What a row says otherwise; takes what it is compared with out of `expected`. */
  judge(row: PostingRow, expected: Map<string, Map<string, Numbers>>): string | 'unknown' | undefined {
    const facets = expected.get(row.first);
    if (facets === undefined) return 'is of no segment';
    const facet = row.facet.toString('hex');
    const numbers = facets.get(facet);
    if (numbers === undefined) return 'unknown';
    facets.delete(facet);
    const stored = new Numbers();
    const offset = this.begin - Number(row.first);
    for (const number of numbersOf(decodePosting(row.numbers))) if (number >= offset) stored.add(number);
    return stored.equals(numbers) ? undefined : 'has other decisions than its facet';
  }

  #facetsOfRejections(text: string): readonly string[] {
    let facets = this.#rejected.get(text);
    if (facets === undefined) {
      if (this.#rejected.size >= KINDS) this.#rejected = new Map();
      this.#rejected.set(text, (facets = facetsOfSubjects(subjectsOf(JSON.parse(text) as Rejection[]))));
    }
    return facets;
  }
}
