import type { Status } from '#scheduler';
import { createHash } from 'node:crypto';
import type { ModelAttempt } from './model.js';

/** The digests of a part, computed from the README's description of the record and sharing no code with the encoder. */
export function referenceDigests(part: readonly ModelAttempt[], nodeSet: Uint8Array): string[] {
  const previous = new Map<string, { digest: Buffer; attempt: ModelAttempt }>();
  return part.map((attempt) => {
    const before = previous.get(attempt.classKey);
    const bytes = [Buffer.from('berth.trace/1\0'), before?.digest ?? Buffer.alloc(32), record(attempt, before?.attempt, nodeSet)];
    const digest = createHash('sha256').update(Buffer.concat(bytes)).digest();
    previous.set(attempt.classKey, { digest, attempt });
    return digest.toString('hex');
  });
}

const plugins = ({ filterPlugins, scorePlugins }: ModelAttempt): string => JSON.stringify([filterPlugins, scorePlugins]);

function record(attempt: ModelAttempt, earlier: ModelAttempt | undefined, nodeSet: Uint8Array): Buffer {
  const before = earlier && plugins(earlier) === plugins(attempt) ? earlier : undefined;
  const head = before
    ? [Buffer.of(1)]
    : [
        Buffer.of(0),
        Buffer.from(nodeSet),
        unsigned(attempt.rows.length),
        ...counted(attempt.filterPlugins.map(text)),
        ...counted(attempt.scorePlugins.map(({ name, weight }) => Buffer.concat([text(name), signed(weight)]))),
      ];
  return Buffer.concat([...head, ...columns(attempt, before)]);
}

function columns(attempt: ModelAttempt, before: ModelAttempt | undefined): Buffer[] {
  const statuses: string[] = [];
  const lists: string[] = [];
  const one = (status: Status | null): Buffer => (status === null ? Buffer.of(0) : reference(statuses, JSON.stringify(status), () => [statusBytes(status)]));
  const many = (list: readonly Status[]): Buffer => (list.length === 0 ? Buffer.of(0) : reference(lists, JSON.stringify(list), () => counted(list.map(one))));
  const score = (model: ModelAttempt | undefined, row: number, index: number): { raw: number; normalized: number } => {
    const found = model?.rows[row];
    return (found?.status === null ? found.scores[index] : undefined) ?? { raw: 0, normalized: 0 };
  };
  const rows = attempt.rows.map((_, row) => row);
  return [
    changes(rows, (row) => attempt.rows[row]?.status ?? null, (row) => before?.rows[row]?.status ?? null, one),
    changes(rows, (row) => attempt.rows[row]?.failures ?? [], (row) => before?.rows[row]?.failures ?? [], many),
    ...attempt.scorePlugins.flatMap((_, index) => [
      changes(rows, (row) => score(attempt, row, index).raw, (row) => score(before, row, index).raw, signed),
      changes(rows, (row) => score(attempt, row, index).normalized, (row) => score(before, row, index).normalized, signed),
    ]),
  ];
}

function changes<Value>(rows: readonly number[], ...[now, before, write]: [(row: number) => Value, (row: number) => Value, (value: Value) => Buffer]): Buffer {
  const changed = rows.filter((row) => JSON.stringify(now(row)) !== JSON.stringify(before(row)));
  return Buffer.concat([...changed.flatMap((row, index) => [unsigned(row - (changed[index - 1] ?? -1)), write(now(row))]), Buffer.of(0)]);
}

function reference(seen: string[], key: string, content: () => Buffer[]): Buffer {
  const index = seen.indexOf(key);
  if (index >= 0) return unsigned(index + 1);
  const number = seen.push(key);
  return Buffer.concat([unsigned(number), ...content()]);
}

function statusBytes({ plugin, code, reasons }: Status): Buffer {
  const name = plugin === null ? [Buffer.of(0)] : [Buffer.of(1), text(plugin)];
  return Buffer.concat([...name, Buffer.of(['', 'Error', 'Unschedulable', 'UnschedulableAndUnresolvable'].indexOf(code)), ...counted(reasons.map(text))]);
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
  for (let rest = value; bytes.length === 0 || rest > 0n; rest >>= 7n) bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
  return Buffer.from(bytes);
}
