import fc from 'fast-check';
import { TraceFormatError } from './bytes/index.js';
import { openChunk } from './chunk/index.js';
import { arbitraryPart } from './testing/arbitrary-part.js';
import { encodePart, type PartOptions } from './testing/encode-part.js';
import { sha256, uncompressed } from './testing/handed-in.js';
import { toAttempt, type ModelAttempt } from './testing/model.js';
import { makeBase, TraceBases, type NewTraceBase } from './trace-bases.js';
import { traceRow } from './trace-row.js';
import type { Trace } from './trace.js';

const tidy = (part: readonly ModelAttempt[]) => part.map((model) => toAttempt(model));
const base = (text: string, bytes: number) => ({ classKey: text, ...makeBase(sha256, new Uint8Array(bytes)) });

/** Rows with room for a base that is worth it: one plugin, a score for each row. */
function scoring(values: readonly number[]): ModelAttempt {
  return {
    classKey: 'a',
    nodeCount: values.length,
    filterPlugins: ['NodeName'],
    filters: [null],
    overrides: { fill: null, rows: [] },
    scores: [{ name: 'NodeResourcesFit', weight: 1, domains: null, values, scale: { kind: 'none' } }],
  };
}

const hundred = Array.from({ length: 100 }, (_, row) => (row * 37) % 101);

/** Parts one after the other, each committed before the next. */
function followingParts() {
  const bases = new TraceBases();
  const stored: NewTraceBase[] = [];
  return (part: readonly ModelAttempt[], options: PartOptions = {}) => {
    const encoded = encodePart(tidy(part), { bases, stored, ...options });
    for (const made of encoded.bases) bases.keep(made);
    stored.push(...encoded.bases);
    return encoded;
  };
}

describe('bases', () => {
  test('small parts that follow each other are read as they were written, with the same digests', () => {
    const rowsOf = (traces: readonly Trace[]) =>
      traces.map((trace) => Array.from(trace.rows, (row) => traceRow(trace, row, '')));
    fc.assert(
      fc.property(fc.array(arbitraryPart, { minLength: 1, maxLength: 3 }), (parts) => {
        const encode = followingParts();
        for (const part of parts) {
          const [plain, based] = [encodePart(tidy(part)), encode(part)];
          expect(based.digests).toEqual(plain.digests);
          expect(rowsOf(based.traces)).toEqual(rowsOf(plain.traces));
        }
      }),
    );
  });

  test('a class writes a base once, then differences to it, and another base when they have grown', () => {
    const encode = followingParts();
    const partOf = (changed: number) =>
      encode([scoring(hundred.map((value, row) => (row < changed ? value + 1 : value)))]);
    expect([0, 0, 1, 2, 30, 31].map((changed) => partOf(changed).bases.length)).toEqual([1, 0, 0, 0, 1, 0]);
  });

  test('a base of other nodes or plugins is none', () => {
    const encode = followingParts();
    encode([scoring(hundred)]);
    const basesOf = (model: ModelAttempt, options: PartOptions = {}) => encode([model], options).bases.length;
    expect([
      basesOf(scoring(hundred)),
      basesOf(scoring(hundred), { nodeSet: new Uint8Array(32) }),
      basesOf({ ...scoring(hundred), filterPlugins: ['NodePorts'] }),
      basesOf(scoring([1, 2])),
    ]).toEqual([0, 1, 1, 1]);
  });

  test('a chunk names what it needs, and is not read without it', () => {
    const { bodies, bases } = encodePart(tidy([scoring(hundred)]), { bases: new TraceBases() });
    const chunk = openChunk(bodies[0] ?? new Uint8Array(0), uncompressed);
    expect(chunk.bases).toEqual(bases.map(({ digest }) => digest));
    expect(() => chunk.trace(0)).toThrow(new TraceFormatError('the decision needs a base that was not handed in'));
    expect(() => chunk.trace(0, () => Uint8Array.of(1))).toThrow(
      new TraceFormatError('base version 1 is unknown here (known: 2)'),
    );
  });
});

describe('TraceBases', () => {
  test('keeps the last base of each class, and lets those go that were used longest ago', () => {
    const bases = new TraceBases(30);
    bases.keep(base('a', 10));
    bases.keep(base('b', 10));
    bases.keep(base('a', 12));
    bases.keep(base('c', 8));
    expect(['a', 'b', 'c'].map((classKey) => bases.find(classKey)?.payload.length)).toEqual([12, 10, 8]);
    bases.find('a');
    bases.keep(base('d', 9));
    expect(['a', 'b', 'c', 'd'].map((classKey) => bases.find(classKey)?.payload.length)).toEqual([12, undefined, 8, 9]);
  });

  test('reads the last few once, each for the rows that it is asked for', () => {
    const bases = new TraceBases();
    const rows = { nodeSet: new Uint8Array(32).fill(1), nodeCount: 100 };
    const kept = Array.from({ length: 17 }, (_, index) => {
      const [made] = encodePart(tidy([scoring(hundred.map((value) => value + index))]), {
        bases: new TraceBases(),
        nodeSet: rows.nodeSet,
      }).bases;
      if (made === undefined) throw new Error('a class that comes for the first time has a base');
      bases.keep({ ...made, classKey: `c${index}` });
      return bases.find(`c${index}`) ?? made;
    });
    const [first, second] = kept;
    if (first === undefined || second === undefined) throw new Error('there are 17');
    const payloads = bases.bytes;
    const evidence = bases.evidenceOf(first, rows);
    expect(bases.bytes - payloads).toBe(100 * Float64Array.BYTES_PER_ELEMENT);
    expect(evidence?.scores[0]?.values).toEqual(Float64Array.from(hundred));
    expect(bases.evidenceOf(first, { ...rows })).toBe(evidence);
    expect(bases.evidenceOf(first, { ...rows, nodeSet: new Uint8Array(32) })).toBeNull();
    expect(bases.evidenceOf(first, rows)).toEqual(evidence);
    const [again, last] = [bases.evidenceOf(second, rows), kept.map((one) => bases.evidenceOf(one, rows)).at(-1)];
    expect(last).toBe(bases.evidenceOf(kept.at(-1) ?? first, rows));
    expect(bases.evidenceOf(second, rows)).toBe(again);
    const forgotten = bases.evidenceOf(first, rows);
    expect(forgotten).toEqual(evidence);
    expect(forgotten).not.toBe(evidence);
  });
});
