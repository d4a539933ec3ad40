import type { Status } from '#scheduler';
import { sha256 } from './handed-in.js';
import type { ModelAttempt, ModelColumn, ModelScale } from './model.js';
import { toRows } from './row-model.js';

/** The digests of a part, computed from FORMAT.md and sharing no code with the encoder. */
export function referenceDigests(part: readonly ModelAttempt[], nodeSet: Uint8Array): string[] {
  const previous = new Map<string, { digest: Buffer; attempt: ModelAttempt }>();
  return part.map((attempt) => {
    const before = previous.get(attempt.classKey);
    const bytes = [
      Buffer.from('berth.trace/2\0'),
      before?.digest ?? Buffer.alloc(32),
      new Reference(nodeSet).record(attempt, before?.attempt),
    ];
    const digest = Buffer.from(sha256(Buffer.concat(bytes)));
    previous.set(attempt.classKey, { digest, attempt });
    return digest.toString('hex');
  });
}

type Values<Value> = readonly Value[];

class Reference {
  readonly #seen: string[] = [];

  constructor(private readonly nodeSet: Uint8Array) {}

  record(attempt: ModelAttempt, earlier: ModelAttempt | undefined): Buffer {
    const before = earlier && plugins(earlier) === plugins(attempt) ? earlier : undefined;
    return Buffer.concat([
      before ? Buffer.of(1) : this.#head(attempt),
      ...attempt.filters.map((column, index) =>
        this.#column(column ?? skipped(attempt), before && (before.filters[index] ?? skipped(attempt)), (values) =>
          this.#sparse(values),
        ),
      ),
      ...attempt.scores.map((column, index) => this.#column(column, before?.scores[index], dense)),
      this.#overrides(attempt),
      ...attempt.scores.map(({ scale }, index) => this.#scale(scale, { attempt, before, index })),
    ]);
  }

  #head({ nodeCount, filterPlugins, scores }: ModelAttempt): Buffer {
    const kinds = ['none', 'max', 'reverseMax', 'minMax', 'reverseRange', 'custom'];
    const plugin = ({ name, weight, scale }: ModelAttempt['scores'][number]): Buffer =>
      Buffer.concat([text(name), signed(weight), Buffer.of(kinds.indexOf(scale.kind))]);
    return Buffer.concat([
      Buffer.of(0),
      this.nodeSet,
      unsigned(nodeCount),
      ...counted(filterPlugins.map(text)),
      ...counted(scores.map(plugin)),
    ]);
  }

  #column<Value>(
    now: ModelColumn<Value>,
    before: ModelColumn<Value> | undefined,
    whole: (values: Values<Value>) => Buffer,
  ): Buffer {
    if (before === undefined || JSON.stringify(before.domains) !== JSON.stringify(now.domains))
      return Buffer.concat([partition(now.domains), whole(now.values)]);
    const changed = now.values.flatMap((value, index) =>
      JSON.stringify(value) === JSON.stringify(before.values[index]) ? [] : [index],
    );
    return Buffer.concat([Buffer.of(0), this.#cells(now.values, changed)]);
  }

  #sparse(values: Values<unknown>): Buffer {
    return this.#cells(
      values,
      values.flatMap((value, index) => (value === null ? [] : [index])),
    );
  }

  #cells(values: Values<unknown>, indices: readonly number[]): Buffer {
    const cells = indices.flatMap((index, at) => [
      unsigned(index - (indices[at - 1] ?? -1)),
      this.#value(values[index]),
    ]);
    return Buffer.concat([...cells, Buffer.of(0)]);
  }

  #value(value: unknown): Buffer {
    return typeof value === 'number' ? signed(value) : this.#verdict(value as Status | null);
  }

  #verdict(status: Status | null): Buffer {
    if (status === null) return Buffer.of(0);
    const key = JSON.stringify([status.plugin, status.code, status.reasons]);
    const index = this.#seen.indexOf(key);
    if (index >= 0) return unsigned(index + 1);
    return Buffer.concat([unsigned(this.#seen.push(key)), statusBytes(status)]);
  }

  #overrides({ overrides: { fill, rows } }: ModelAttempt): Buffer {
    const others = rows
      .filter(([, status]) => JSON.stringify(status) !== JSON.stringify(fill))
      .sort(([a], [b]) => a - b);
    const written = [this.#verdict(fill)];
    others.forEach(([row, status], at) =>
      written.push(unsigned(row - (others[at - 1]?.[0] ?? -1)), this.#verdict(status)),
    );
    return Buffer.concat([...written, Buffer.of(0)]);
  }

  #scale(
    scale: ModelScale,
    { attempt, before, index }: { attempt: ModelAttempt; before: ModelAttempt | undefined; index: number },
  ): Buffer {
    if (scale.kind === 'custom') return this.#column(custom(attempt, index), before && custom(before, index), dense);
    const { least, most } = { least: [], most: [], ...scale };
    return Buffer.concat([least, most].flat().map(signed));
  }
}

function custom(attempt: ModelAttempt, index: number): ModelColumn<number> {
  const scale = attempt.scores[index]?.scale;
  const normalized = scale?.kind === 'custom' ? scale.normalized : [];
  return {
    domains: null,
    values: toRows(attempt).map(({ status }, row) => (status === null ? (normalized[row] ?? 0) : 0)),
  };
}

const plugins = ({ filterPlugins, scores }: ModelAttempt): string =>
  JSON.stringify([filterPlugins, scores.map(({ name, weight, scale }) => [name, weight, scale.kind])]);
const skipped = ({ nodeCount }: ModelAttempt): ModelColumn<Status | null> => ({
  domains: Array.from({ length: nodeCount }, () => 0),
  values: [null],
});
const dense = (values: Values<number>): Buffer => Buffer.concat(values.map(signed));

function partition(domains: readonly number[] | null): Buffer {
  if (domains === null) return Buffer.of(1);
  if (domains.every((domain) => domain === 0)) return Buffer.of(2);
  return Buffer.concat([
    Buffer.of(3),
    sha256(Buffer.concat([Buffer.from('berth.partition/1\0'), ...domains.map((domain) => unsigned(domain + 1))])),
  ]);
}

function statusBytes({ plugin, code, reasons }: Status): Buffer {
  const name = plugin === null ? [Buffer.of(0)] : [Buffer.of(1), text(plugin)];
  return Buffer.concat([
    ...name,
    Buffer.of(['', 'Error', 'Unschedulable', 'UnschedulableAndUnresolvable'].indexOf(code)),
    ...counted(reasons.map(text)),
  ]);
}

function counted(items: Buffer[]): Buffer[] {
  return [unsigned(items.length), ...items];
}

function text(value: string): Buffer {
  return Buffer.concat([unsigned(Buffer.byteLength(value)), Buffer.from(value)]);
}

function signed(value: number): Buffer {
  return leb128(BigInt(Math.abs(value)) * 2n + (value < 0 ? 1n : 0n));
}

function unsigned(value: number): Buffer {
  return leb128(BigInt(value));
}

function leb128(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; bytes.length === 0 || rest > 0n; rest >>= 7n)
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
  return Buffer.from(bytes);
}
