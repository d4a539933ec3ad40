import { changeLeaf, type Change } from './change-leaf.js';
import { decisionLeaf } from './decision-leaf.js';
import { proveInclusion, verifyInclusion } from './inclusion-proof.js';
import { leafHash } from './merkle-root.js';
import { sealRevision } from './revision-hash.js';
import { fromHex, sha256 } from './testing/sha256.js';
import { leafRootOf, smallChain, type StoredRevision } from './testing/small-chain.js';
import { createChainVerifier, verifyChain, type ChainBreak } from './verify-chain.js';

function verify(chain: readonly StoredRevision[]): ChainBreak | null {
  const stored = new Map(chain.map((revision) => [revision.sealed, revision]));
  const leafRoot = (sealed: StoredRevision['sealed']): Uint8Array =>
    leafRootOf(sha256, stored.get(sealed) ?? { changes: [], decisions: [] });
  return verifyChain(
    chain.map(({ sealed }) => sealed),
    { hash: sha256, leafRoot },
  );
}

type Edit = (chain: StoredRevision[]) => void;

/** Changes one stored revision in place. */
function edit(revision: number, change: (stored: StoredRevision) => void): Edit {
  return (chain) => chain.slice(revision - 1, revision).forEach(change);
}

/** Changes one column of a revision and, as a careful forger would, its hash. */
function forge(revision: number, columns: Partial<StoredRevision['sealed']>): Edit {
  return edit(revision, (stored) => (stored.sealed = sealRevision(sha256, { ...stored.sealed, ...columns })));
}

describe('verifyChain', () => {
  test('an untouched chain holds, whole and continued from a known head', () => {
    const chain = smallChain(sha256, 8);
    const verifier = createChainVerifier({ hash: sha256 });
    expect(verify(chain)).toBeNull();
    expect(chain.slice(0, 5).map(({ sealed }) => verifier.next(sealed))).toEqual([null, null, null, null, null]);
    expect(verifier.head()).toEqual({
      cluster: chain[4]?.sealed.cluster,
      revision: 5n,
      nextPosition: 8n,
      hash: chain[4]?.sealed.hash,
    });
    expect(
      verifyChain(
        chain.slice(5).map(({ sealed }) => sealed),
        { hash: sha256, after: verifier.head() },
      ),
    ).toBeNull();
  });

  const edits: readonly { name: string; edit: Edit; want: string | null }[] = [
    {
      name: 'a revision deleted',
      edit: (chain) => chain.splice(3, 1),
      want: '4 revision: found revision 5 where 4 must stand',
    },
    {
      name: 'the first deleted',
      edit: (chain) => chain.splice(0, 1),
      want: '1 revision: found revision 2 where 1 must stand',
    },
    {
      name: 'two swapped',
      edit: (chain) => chain.splice(2, 2, ...chain.slice(2, 4).reverse()),
      want: '3 revision: found revision 4 where 3 must stand',
    },
    {
      name: 'one duplicated',
      edit: (chain) => chain.splice(2, 0, ...chain.slice(1, 2)),
      want: '3 revision: found revision 2 where 3 must stand',
    },
    { name: 'the tail cut: only a noted head shows it', edit: (chain) => chain.splice(6), want: null },
    {
      name: 'an actor edited',
      edit: edit(5, (stored) => (stored.sealed = { ...stored.sealed, actor: 'bob' })),
      want: '5 hash: is not what was hashed',
    },
    {
      name: 'an actor edited to what cannot be hashed',
      edit: edit(5, (stored) => (stored.sealed = { ...stored.sealed, actor: 'a\0' })),
      want: '5 hash: is not what was hashed',
    },
    {
      name: 'an actor forged with its hash',
      edit: forge(5, { actor: 'bob' }),
      want: '6 prevHash: does not follow the hash of the revision before it',
    },
    {
      name: 'a revision moved from another cluster',
      edit: forge(5, { cluster: 'other' }),
      want: '5 cluster: belongs to cluster other, not 0198a0c0-0000-7000-8000-000000000001',
    },
    {
      name: 'a gap in the positions',
      edit: forge(5, { firstPosition: 9n }),
      want: '5 firstPosition: begins at position 9 instead of 7',
    },
    {
      name: 'a change deleted',
      edit: edit(6, (stored) => stored.changes.pop()),
      want: '6 leafRoot: holds changes or decisions other than those hashed',
    },
    {
      name: 'a decision deleted',
      edit: edit(7, (stored) => stored.decisions.shift()),
      want: '7 leafRoot: holds changes or decisions other than those hashed',
    },
    {
      name: 'two changes swapped',
      edit: edit(6, (stored) => stored.changes.reverse()),
      want: '6 leafRoot: holds changes or decisions other than those hashed',
    },
  ];

  test.each(edits)('$name', ({ edit, want }) => {
    const chain = smallChain(sha256, 8);
    edit(chain);
    const found = verify(chain);
    expect(found && `${found.revision} ${found.why}: ${found.message}`).toBe(want);
  });

  test('every flipped bit of every stored value is found', () => {
    const chain = smallChain(sha256, 3);
    const missed: string[] = [];
    let flips = 0;
    for (const flip of everyFlip(chain, '')) {
      flips++;
      if (verify(chain) === null) missed.push(flip);
    }
    expect(missed).toEqual([]);
    expect(verify(chain)).toBeNull();
    expect(flips).toBeGreaterThan(10_000);
  });
});

/** Flips each bit below `holder` in turn: while the caller looks at a yielded path, that bit is flipped. */
function* everyFlip(holder: object, path: string): Generator<string> {
  const slots = holder as Record<string, unknown>;
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value === 'object' && value !== null) yield* everyFlip(value, `${path}/${key}`);
    for (const flipped of flipsOf(value, holder instanceof Uint8Array)) {
      slots[key] = flipped;
      yield `${path}/${key}`;
    }
    slots[key] = value;
  }
}

function flipsOf(value: unknown, isByte: boolean): readonly unknown[] {
  const bits = (count: number): number[] => Array.from({ length: count }, (_, bit) => bit);
  if (typeof value === 'bigint') return bits(64).map((bit) => value ^ (1n << BigInt(bit)));
  if (typeof value === 'number') return bits(isByte ? 8 : 31).map((bit) => value ^ (1 << bit));
  if (typeof value !== 'string') return [];
  return bits(value.length).flatMap((at) =>
    bits(8).map(
      (bit) => value.slice(0, at) + String.fromCharCode(value.charCodeAt(at) ^ (1 << bit)) + value.slice(at + 1),
    ),
  );
}

describe('leaves', () => {
  const change: Change = {
    position: 9007199254740993n,
    op: 'create',
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    namespace: 'default',
    name: 'web',
    uid: 'u-1',
    body: fromHex('7b7d'),
  };
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

  test('a change is canonical JSON with its body as a hash', () => {
    expect(text(changeLeaf(sha256, change))).toBe(
      '{"apiVersion":"apps/v1","bodyHash":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",' +
        '"kind":"ReplicaSet","name":"web","namespace":"default","op":"create","position":"9007199254740993",' +
        '"type":"berth.change/1","uid":"u-1"}',
    );
    expect(text(changeLeaf(sha256, { ...change, body: null, namespace: null }))).toContain('"bodyHash":null,');
  });

  test('a decision is canonical JSON of its columns, and nothing else that the object carries', () => {
    const [decision] = smallChain(sha256, 1)[0]?.decisions ?? [];
    const leaf =
      decision && text(decisionLeaf({ ...decision, ...{ rowId: 7 }, pod: { ...decision.pod, ...{ labels: {} } } }));
    expect(leaf).toBe(
      '{"at":"2026-01-02T03:04:05.678Z","attempt":1,"best":{"runnerUp":{"node":"node-2","total":300},"ties":1,' +
        '"total":312},"message":"","node":"node-1","nodes":{"evaluated":3,"feasible":2},"nominatedNode":null,' +
        '"ordinal":0,"outcome":"scheduled","pod":{"name":"pod-0","namespace":"default","uid":"uid-0"},' +
        '"profile":{"digest":"00ff","name":"default-scheduler","version":1},"reasonCode":null,' +
        '"rejections":[{"code":"UnschedulableAndUnresolvable","nodes":{"any":1,"first":1,"sole":1},' +
        '"plugin":"TaintToleration","reason":"node(s) had untolerated taint {a: b}"}],"run":"run-1",' +
        '"seed":"18446744073709551615",' +
        '"traceDigest":"0101010101010101010101010101010101010101010101010101010101010101","traceStored":"full",' +
        '"type":"berth.decision/1","victims":[]}',
    );
  });

  test('a change is proved to be in its revision without the others', () => {
    const { sealed, changes = [] } = smallChain(sha256, 3)[2] ?? {};
    const leaves = changes.map((entry) => leafHash(sha256, changeLeaf(sha256, entry)));
    const decisions = smallChain(sha256, 3)[2]?.decisions ?? [];
    const proof = proveInclusion(
      sha256,
      [...leaves, ...decisions.map((entry) => leafHash(sha256, decisionLeaf(entry)))],
      1,
    );
    const leaf = leaves[1];
    expect(leaf && sealed && verifyInclusion(sha256, proof, { leaf, root: sealed.leafRoot })).toBe(true);
  });
});
