import { generateKeyPairSync, hash, sign, type KeyObject } from 'node:crypto';
import {
  canonicalBytes,
  changeLeaf,
  changeLine,
  createMerkleRoot,
  decisionLeaf,
  decisionLine,
  endLine,
  genesisHash,
  headerLine,
  NOTE_KEY_NAME,
  noteKeyId,
  revisionLine,
  sealRevision,
  signCheckpoint,
  type Change,
  type Decision,
  type LogPlace,
  type SealedRevision,
} from '#ledger';

const CLUSTER = '0198a0c0-0000-7000-8000-000000000001';
const AT = '2026-01-02T03:04:05.678Z';
/** Changes and decisions of a revision, each. */
const EACH = 10;

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/**
 * An export as a service makes it, of so many changes and decisions; pods that come and are bound.
 * The same for the same key.
 */
export class MadeLedger {
  readonly publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor(private readonly entries: number) {
    const keys = generateKeyPairSync('ed25519');
    this.publicKey = keys.publicKey;
    this.#privateKey = keys.privateKey;
  }

  /** Made twice, first for the checkpoint that the header has. */
  *lines(): Iterable<string> {
    const merkle = createMerkleRoot(sha256);
    let head: LogPlace = { revision: 0n, position: 0n, hash: genesisHash };
    for (const { sealed } of this.#revisions()) {
      merkle.add(sealed.hash);
      head = { revision: sealed.revision, position: sealed.firstPosition + BigInt(EACH) - 1n, hash: sealed.hash };
    }
    const raw = Buffer.from(this.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    const signer = {
      name: NOTE_KEY_NAME,
      id: noteKeyId(sha256, NOTE_KEY_NAME, raw),
      sign: (message: Uint8Array) => sign(null, message, this.#privateKey),
    };
    const checkpoint = signCheckpoint(
      { cluster: CLUSTER, size: merkle.size(), root: merkle.root(), at: AT, head, origin: null },
      signer,
    );
    yield headerLine({
      cluster: CLUSTER,
      origin: null,
      after: { revision: 0n, position: 0n, hash: genesisHash },
      frontier: [],
      checkpoint,
    });
    for (const { sealed, changes, decisions } of this.#revisions()) {
      yield revisionLine(sealed);
      for (const change of changes) yield changeLine(sha256, change);
      for (const decision of decisions) yield decisionLine(sha256, decision);
    }
    yield endLine({ revisions: merkle.size(), changes: merkle.size() * EACH, decisions: merkle.size() * EACH });
  }

  *#revisions(): Iterable<{
    readonly sealed: SealedRevision;
    readonly changes: readonly Change[];
    readonly decisions: readonly Decision[];
  }> {
    let prevHash = genesisHash;
    for (let number = 0; number < this.entries / (2 * EACH); number++) {
      const indexes = Array.from({ length: EACH }, (_, index) => number * EACH + index);
      const [changes, decisions] = [indexes.map(changeOf), indexes.map(decisionOf)];
      const merkle = createMerkleRoot(sha256);
      for (const change of changes) merkle.add(changeLeaf(sha256, change));
      for (const decision of decisions) merkle.add(decisionLeaf(decision));
      const sealed = sealRevision(sha256, {
        cluster: CLUSTER,
        revision: BigInt(number + 1),
        firstPosition: BigInt(number * EACH + 1),
        count: EACH,
        at: AT,
        actor: 'ana',
        principal: 'key',
        requestId: `r-${number}`,
        client: 'bench',
        reason: '',
        leafRoot: merkle.root(),
        prevHash,
      });
      prevHash = sealed.hash;
      yield { sealed, changes, decisions };
    }
  }
}

/** Every other change is a pod that comes, as kubectl writes it; the others bind one. */
function changeOf(index: number): Change {
  const name = `pod-${index}`;
  const body =
    index % 2 === 0
      ? podOf(name)
      : {
          spec: { nodeName: `node-${index % 5000}` },
          status: { conditions: [{ lastTransitionTime: AT, status: 'True', type: 'PodScheduled' }], startTime: AT },
        };
  return {
    position: BigInt(index + 1),
    op: index % 2 === 0 ? 'create' : 'bind',
    apiVersion: 'v1',
    kind: 'Pod',
    namespace: 'default',
    name,
    uid: `0198a0c0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    body: canonicalBytes(body),
  };
}

function podOf(name: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels: { app: 'web', tier: 'front' }, creationTimestamp: AT },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.example/web:1.2.3',
          resources: { requests: { cpu: '500m', memory: '512Mi' }, limits: { memory: '1Gi' } },
          env: [{ name: 'A', value: 'b' }],
        },
      ],
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
      priority: 0,
      schedulerName: 'default-scheduler',
    },
    status: { phase: 'Pending' },
  };
}

function decisionOf(index: number): Decision {
  return {
    run: '0198a0c0-0000-7000-8000-0000000000aa',
    ordinal: index,
    attempt: 1,
    at: AT,
    pod: { namespace: 'default', name: `pod-${index}`, uid: `uid-${index}` },
    outcome: 'scheduled',
    reasonCode: null,
    node: `node-${index % 5000}`,
    nominatedNode: null,
    victims: [],
    message: '',
    nodes: { evaluated: 5000, feasible: 4000 },
    rejections: [
      {
        plugin: 'NodeResourcesFit',
        code: 'Unschedulable',
        reason: 'Insufficient cpu',
        nodes: { first: 1000, any: 1000, sole: 1000 },
      },
    ],
    best: { total: 412, ties: 3, runnerUp: { node: 'node-7', total: 411 } },
    profile: { name: 'default-scheduler', version: 1, digest: '00'.repeat(32) },
    seed: '0',
    traceDigest: sha256(Buffer.from(String(index))),
    traceStored: 'full',
  };
}
