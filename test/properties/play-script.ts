import {
  decidePods,
  placedPod,
  Snapshot,
  type Executor,
  type Node,
  type Pod,
  type PlacedPod,
  type Profile,
} from '#scheduler';
import { inWords, type AttemptInWords } from './attempt-in-words.js';
import { TraceDigests } from './play.js';
import type { Move, Script } from './script.js';

const NOW = '2026-02-01T00:00:00Z';

/** With what a script is played. */
export interface Cast {
  readonly executor: Executor;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** One attempt, and the digest of its trace: null where no node was seen. */
export interface SaidOfAttempt {
  readonly attempt: AttemptInWords;
  readonly digest: string | null;
}

/** What every attempt of a script came to, in words and with the digest of its trace. */
export function playScript(script: Script, cast: Cast): readonly SaidOfAttempt[] {
  const player = new Player(script, cast);
  return script.moves.flatMap((move) => player.play(move));
}

/** One cluster on which a script is played, with one executor for all of it. */
class Player {
  readonly #snapshot: Snapshot;
  #nodes: ReadonlyMap<string, Node>;
  #digests: TraceDigests;
  #traced = true;
  #ordinal = 0;

  constructor(
    { objects, nodes, bound }: Script,
    private readonly cast: Cast,
  ) {
    this.#snapshot = new Snapshot(objects);
    for (const node of nodes) this.#snapshot.addNode(node);
    this.#nodes = byName(nodes);
    for (const pod of bound) this.#put(placedPod(pod), pod.spec?.nodeName ?? '');
    this.#digests = new TraceDigests(this.#snapshot);
  }

  /** The attempts that the move led to. */
  play(move: Move): readonly SaidOfAttempt[] {
    switch (move.do) {
      case 'decide':
        return this.#decide(move);
      case 'put':
        return this.#quietly(() => this.#put(placedPod(move.pod), move.node));
      case 'take':
        return this.#quietly(() => this.#take(move.at));
      case 'nominate':
        return this.#quietly(() => this.#snapshot.nominations.add(placedPod(move.pod), move.node));
      case 'forget':
        return this.#quietly(() => this.#snapshot.nominations.remove(move.uid));
      case 'patch':
        return this.#quietly(() => this.#snapshot.patchObject(move));
      case 'set':
        return this.#quietly(() => this.#snapshot.setObject(move.list, move.object));
      case 'remove':
        return this.#quietly(() => this.#snapshot.removeObject(move.list, move.name, move.namespace));
      case 'whatIf':
        return this.#takenBack(move);
      case 'nodes':
        return this.#quietly(() => this.#renew(move.nodes));
    }
  }

  #quietly(work: () => void): readonly SaidOfAttempt[] {
    work();
    return [];
  }

  #decide({ pod, profile, preemption, seed }: Extract<Move, { do: 'decide' }>): readonly SaidOfAttempt[] {
    const { executor, profiles } = this.cast;
    if (this.#snapshot.rowOfPod(placedPod(pod).uid) !== undefined) return [];
    const served = profiles[profile];
    if (served === undefined) throw new RangeError(`there is no profile ${profile}`);
    const attempts = decidePods({
      snapshot: this.#snapshot,
      executor,
      pods: [this.#asItIs(pod)],
      profileOf: () => served,
      preemption,
      now: NOW,
      firstOrdinal: this.#ordinal,
      tieBreak: seed === null ? { rule: 'first' } : { rule: 'seeded', seed: BigInt(seed) },
    });
    const said: SaidOfAttempt[] = [];
    for (const attempt of attempts) {
      said.push({ attempt: inWords(attempt, this.#snapshot), digest: this.#traced ? this.#digests.of(attempt) : null });
      this.#ordinal += 1;
    }
    return said;
  }

  /** A pod that was nominated comes back with its nomination. */
  #asItIs(pod: Pod): Pod {
    const uid = placedPod(pod).uid;
    for (const node of this.#snapshot.nominations.nodes()) {
      if (this.#snapshot.nominations.on(node).some((other) => other.uid === uid))
        return { ...pod, status: { ...pod.status, nominatedNodeName: node } };
    }
    return pod;
  }

  #put(pod: PlacedPod, node: string): void {
    const row = this.#snapshot.rowOf(node);
    if (row !== undefined && this.#snapshot.rowOfPod(pod.uid) === undefined) this.#snapshot.addPod(pod, row);
  }

  #take(at: number): void {
    const pods = this.#snapshot.nodes.flatMap((_, row) => this.#snapshot.pods(row));
    const pod = pods[at % Math.max(1, pods.length)];
    if (pod !== undefined) this.#snapshot.removePod(pod.uid);
  }

  #takenBack({ by, moves }: Extract<Move, { do: 'whatIf' }>): readonly SaidOfAttempt[] {
    const work = (): readonly SaidOfAttempt[] => moves.flatMap((move) => this.play(move));
    this.#traced = false;
    try {
      if (by === 'tentatively') return this.#snapshot.tentatively(work);
      this.#snapshot.mark();
      const said = work();
      this.#snapshot.rollback();
      return said;
    } finally {
      this.#traced = true;
    }
  }

  #renew(nodes: readonly Node[]): void {
    const wanted = byName(nodes);
    const gone = this.#snapshot.nodes.flatMap(({ name }, row) => (wanted.has(name) ? [] : [row]));
    if (gone.length > 0) this.#snapshot.removeNodes(new Set(gone));
    for (const [name, node] of wanted) {
      const row = this.#snapshot.rowOf(name);
      if (row === undefined) this.#snapshot.addNode(node);
      else if (this.#nodes.get(name) !== node) this.#snapshot.updateNode(node, row);
    }
    this.#nodes = wanted;
    this.#digests = new TraceDigests(this.#snapshot);
  }
}

function byName(nodes: readonly Node[]): ReadonlyMap<string, Node> {
  return new Map(nodes.map((node) => [node.metadata?.name ?? '', node]));
}
