import type { Status, StatusCode } from '#scheduler';
import { type ByteReader, type ByteWriter, TraceFormatError } from './bytes/index.js';

// The numbers that kube-scheduler's framework gives these codes (v1.34 Code).
const codeNumbers: Readonly<Record<StatusCode, number>> = {
  Error: 1,
  Unschedulable: 2,
  UnschedulableAndUnresolvable: 3,
};
const codes: readonly (StatusCode | undefined)[] = [
  undefined,
  'Error',
  'Unschedulable',
  'UnschedulableAndUnresolvable',
];

/**
 * 0, or 1 and the plugin's name; the code's number; the reasons after their count. Chunks and digests share this form.
 */
export function writeStatus(writer: ByteWriter, { plugin, code, reasons }: Status): void {
  writer.byte(plugin === null ? 0 : 1);
  if (plugin !== null) writer.text(plugin);
  writer.byte(codeNumbers[code]);
  writer.varint(reasons.length);
  for (const reason of reasons) writer.text(reason);
}

/** What `writeStatus` wrote. */
export function readStatus(reader: ByteReader): Status {
  const plugin = reader.byte() === 0 ? null : reader.text();
  const number = reader.byte();
  const code = codes[number];
  if (code === undefined) throw new TraceFormatError(`${number} is no status code`);
  return { plugin, code, reasons: reader.list(() => reader.text()) };
}
