import type { Rejection } from '../decisions/index.js';
import { shortDigest, subjectsOf, Tally } from '../sums/index.js';
import { facetsOf, facetsOfSubjects } from './facets.js';
import type { IndexShape } from './index-shape.js';
import type { IndexedDecision, PartSlice } from './log-parts.queries.js';
import { encodeLocations, type Stretch } from './locations.js';
import { encodePosting } from './posting.js';

/** A block of locations as it is stored. */
export interface DraftedBlock {
  readonly block: number;
  readonly since: Date;
  readonly until: Date;
  readonly locations: Buffer;
}

/** A posting as it is stored. */
export interface DraftedPosting {
  readonly facet: Buffer;
  readonly numbers: Buffer;
}

/** One segment of an index while it is made: `first` is the number of its first decision. */
export class SegmentDraft {
  readonly tally = new Tally();
  readonly #numbers = new Map<string, number[]>();
  /** Of rejections, by their JSON: thousands of decisions have the same. */
  readonly #rejected = new Map<string, readonly string[]>();

  constructor(
    private readonly options: { readonly first: number; readonly size: number; readonly shape: IndexShape },
  ) {}

  /** Takes a decision in: the one of this number in the segment, of this time. */
  add(decision: IndexedDecision, { number, at }: { readonly number: number; readonly at: Date }): void {
    const { profileDigest: digest, profileName } = decision;
    const profile = digest === null ? null : { digest, name: profileName ?? '' };
    for (const facet of facetsOf({ ...decision, profile })) this.#note(facet, number);
    for (const facet of this.#facetsOfRejections(decision.rejections)) this.#note(facet, number);
    this.tally.add(decision, at);
  }

  *postings(): Iterable<DraftedPosting> {
    for (const [facet, numbers] of this.#numbers)
      yield { facet: shortDigest(facet), numbers: encodePosting(numbers, this.options.size) };
  }

  /** The locations of all that is in these slices, which are what the segment is made of. */
  *blocks(slices: readonly PartSlice[]): Iterable<DraftedBlock> {
    const {
      first,
      shape: { block: size },
    } = this.options;
    let stretches: Stretch[] = [];
    let number = first;
    for (const { run, at, first: partFirst, from, length } of slices) {
      for (let ordinal = from; ordinal < from + length;) {
        const offset = number % size;
        stretches.push({ offset, run, ordinal, partFirst, at });
        const step = Math.min(size - offset, from + length - ordinal);
        ordinal += step;
        number += step;
        if (number % size !== 0) continue;
        yield blockOf(number / size - 1, stretches);
        stretches = [];
      }
    }
  }

  #note(facet: string, number: number): void {
    const numbers = this.#numbers.get(facet);
    if (numbers === undefined) this.#numbers.set(facet, [number]);
    else numbers.push(number);
  }

  #facetsOfRejections(text: string): readonly string[] {
    let facets = this.#rejected.get(text);
    if (facets === undefined)
      this.#rejected.set(text, (facets = facetsOfSubjects(subjectsOf(JSON.parse(text) as Rejection[]))));
    return facets;
  }
}

function blockOf(block: number, stretches: readonly Stretch[]): DraftedBlock {
  const times = stretches.map(({ at }) => at.getTime());
  const until = times.reduce((a, b) => Math.max(a, b), -Infinity);
  const since = times.reduce((a, b) => Math.min(a, b), Infinity);
  return { block, since: new Date(since), until: new Date(until), locations: encodeLocations(stretches) };
}
