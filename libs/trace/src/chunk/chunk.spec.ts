import { TraceFormatError } from '../bytes/index.js';
import { encodePart, hex } from '../testing/encode-part.js';
import { brotli, uncompressed } from '../testing/handed-in.js';
import { toAttempt } from '../testing/model.js';
import { fromRows, type RowAttempt } from '../testing/row-model.js';
import { traceEvidence } from '../trace-evidence.js';
import { traceRow } from '../trace-row.js';
import { traceTotal, type Trace } from '../trace.js';
import { openChunk, readTrace } from './open-chunk.js';

const full = { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] } as const;
const outside = { plugin: null, code: 'UnschedulableAndUnresolvable', reasons: [] } as const;
const attempt: RowAttempt = {
  classKey: 'a',
  filterPlugins: ['NodeName', 'NodeResourcesFit'],
  scorePlugins: [{ name: 'NodeResourcesFit', weight: 2 }],
  rows: [
    { status: null, failures: [], scores: [{ raw: 70_000, normalized: 100 }] },
    { status: full, failures: [full], scores: [] },
    { status: outside, failures: [], scores: [] },
  ],
};
const later: RowAttempt = {
  ...attempt,
  rows: attempt.rows.map((row) => ({ ...row, scores: [{ raw: -300, normalized: 7 }] })),
};
const attempts = [
  attempt,
  { ...attempt, classKey: 'b', scorePlugins: [], rows: attempt.rows.map((row) => ({ ...row, scores: [] })) },
  later,
].map((rows) => toAttempt(fromRows(rows)));

/** The attempts above as version 1 wrote them, uncompressed. These bytes stay readable for good. */
const version1 =
  '01039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb8103020101104e6f64655265736f75726365734669740201' +
  '10496e73756666696369656e742063707502000300010101010202084e6f64654e616d65104e6f64655265736f757263657346697401104e' +
  '6f64655265736f75726365734669740402084e6f64654e616d65104e6f64655265736f757263657346697400030000000102040101000100' +
  '000001030506010104040101000102000100701101000000000000000000d4feffff0000000000000000640000070000';

/** The same as version 2 writes them. */
const version2 =
  '02039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb8103000201104e6f64655265736f75726365734669740201' +
  '10496e73756666696369656e74206370750003000202084e6f64654e616d65104e6f64655265736f757263657346697401104e6f64655265' +
  '736f7572636573466974040502084e6f64654e616d65104e6f64655265736f75726365734669740000040000000001000400010001007011' +
  '01000000000000000000640000031200010502020001010302020000000604000b0e00010203040100000000020406000801030103030101' +
  '0104000200020bb9ca08d904d904bb010000';
const digests2 = [
  '73e85f8436523b7dd0ee5f1cd83562b809bd29a9760dac2a8d2a8f97ae5a65ac',
  '6c06f7606819ec848ed58c754099a9d4d9e293c36619aa6b20a676d99411495a',
  '3438b97f321040afdcd81104ec4a795ca0f0d9bb55d3dcf91bec541bbcff2168',
];

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('chunks', () => {
  test.each([
    { version: 1, written: version1 },
    { version: 2, written: version2 },
  ])('version $version is read as it was written', ({ written }) => {
    const chunk = openChunk(bytesOf(written), uncompressed);
    const rows = [0, 1, 2].map((index) => [0, 1, 2].map((row) => traceRow(chunk.trace(index), row, `node-${row}`)));
    const rejected = [
      { node: 'node-1', feasible: false, status: full, failures: [full], scores: [], total: null, rank: null },
      { node: 'node-2', feasible: false, status: outside, failures: [], scores: [], total: null, rank: null },
    ];
    const scored = (raw: number, normalized: number) => ({
      scores: [{ plugin: 'NodeResourcesFit', raw, normalized, weighted: normalized * 2 }],
      total: normalized * 2,
    });
    const best = { node: 'node-0', feasible: true, status: null, failures: [], rank: 1 };
    expect(chunk).toMatchObject({ nodeCount: 3, count: 3 });
    expect([0, 1, 2].map((index) => chunk.trace(index).classIndex)).toEqual([0, 1, 0]);
    expect(rows).toEqual([
      [{ ...best, ...scored(70_000, 100) }, ...rejected],
      [{ ...best, scores: [], total: 0 }, ...rejected],
      [{ ...best, ...scored(-300, 7) }, ...rejected],
    ]);
  });

  test('version 2 is what is written, and the digests are those of then', () => {
    const { bodies, digests } = encodePart(attempts, { compressor: uncompressed });
    expect(bodies.map(hex)).toEqual([version2]);
    expect(digests).toEqual(digests2);
  });

  test('what version 1 kept is evidence too, and is kept alike by version 2', () => {
    const old = openChunk(bytesOf(version1), uncompressed);
    const again = encodePart(
      [0, 1, 2].map((index) => ({
        evidence: traceEvidence(old.trace(index)),
        classKey: String(old.trace(index).classIndex),
      })),
    );
    const rowsOf = (traces: readonly Trace[]) =>
      traces.map((trace) => [0, 1, 2].map((row) => traceRow(trace, row, 'node')));
    expect(rowsOf(again.traces)).toEqual(rowsOf([0, 1, 2].map((index) => old.trace(index))));
  });

  test.each([
    { name: 'a later version', bytes: Uint8Array.of(3, 0), why: 'chunk version 3 is unknown here (known: 1, 2)' },
    { name: 'no bytes', bytes: new Uint8Array(0), why: 'chunk version none is unknown here (known: 1, 2)' },
    {
      name: 'bytes that do not decompress',
      bytes: Uint8Array.of(1, 255, 255, 255),
      why: 'the chunk does not decompress',
    },
    {
      name: 'bytes after the end',
      bytes: Uint8Array.from([1, ...brotli.compress(bytesOf(`${version1.slice(2)}00`))]),
      why: '1 bytes are left over',
    },
  ])('refuses $name', ({ bytes, why }) => {
    expect(() => openChunk(bytes, brotli)).toThrow(TraceFormatError);
    expect(() => openChunk(bytes, brotli)).toThrow(`not a readable trace: ${why}`);
  });

  test.each([version1, version2])('a damaged chunk is refused or read as another, and never worse', (written) => {
    const bytes = bytesOf(written);
    const outcomes = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const damaged = bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      return whatComesOf(damaged);
    });
    expect(new Set(outcomes)).toEqual(new Set(['read', 'TraceFormatError']));
    expect(bytes.map((_, length) => (whatComesOf(bytes.subarray(0, length)) === 'read' ? 1 : 0))).toEqual(
      new Uint8Array(bytes.length),
    );
  });

  test('a decision that is not in the chunk is asked for in vain', () => {
    expect(() => readTrace(bytesOf(version1), 3, uncompressed)).toThrow(
      new RangeError('the chunk holds 3 decisions, none at 3'),
    );
  });
});

/** 'read' when all decisions of the chunk can be read in their first rows, else the name of the error. */
function whatComesOf(bytes: Uint8Array): string {
  try {
    const chunk = openChunk(bytes, uncompressed);
    for (let index = 0; index < chunk.count; index++)
      for (let row = 0; row < Math.min(3, chunk.nodeCount); row++) traceTotal(chunk.trace(index), row);
    return 'read';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
