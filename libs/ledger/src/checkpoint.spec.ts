import { fromBase64, toBase64 } from './base64.js';
import { checkpointText, openCheckpoint, parseCheckpoint, signCheckpoint, type Checkpoint } from './checkpoint.js';
import { noteKeyId, noteVerifierKey, openNote, splitNotes } from './signed-note.js';
import { noteKeys } from './testing/note-keys.js';
import { fromHex, sha256 } from './testing/sha256.js';

const digest = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const CHECKPOINT: Checkpoint = {
  cluster: '0198a0c0-0000-7000-8000-000000000001',
  size: 42,
  root: digest(1),
  at: '2026-11-21T23:59:59.999Z',
  head: { revision: 49n, position: 9007199254740993n, hash: digest(2) },
  origin: { cluster: '0198a0c0-0000-7000-8000-000000000000', revision: 7n, position: 12n, hash: digest(3) },
};
const TEXT = `berth/clusters/0198a0c0-0000-7000-8000-000000000001
42
AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
time 2026-11-21T23:59:59.999Z
head 49 9007199254740993 AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=
origin 0198a0c0-0000-7000-8000-000000000000 7 12 AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM=
`;
const { signer, verifier, publicKey } = noteKeys();

test('a checkpoint is its text, and back', () => {
  expect(checkpointText(CHECKPOINT)).toBe(TEXT);
  expect(parseCheckpoint(TEXT)).toEqual(CHECKPOINT);
  expect(parseCheckpoint(checkpointText({ ...CHECKPOINT, origin: null }))).toEqual({ ...CHECKPOINT, origin: null });
});

test('a note is opened by its key and by no other', () => {
  const note = signCheckpoint(CHECKPOINT, signer);
  expect(note.startsWith(`${TEXT}\n— berth `)).toBe(true);
  expect(openCheckpoint(note, verifier)).toEqual(CHECKPOINT);
  expect(openCheckpoint(note, noteKeys().verifier)).toBeUndefined();
  expect(openCheckpoint(note, { ...noteKeys().verifier, id: verifier.id })).toBeUndefined();
});

/** Other spellings of what the note says, signed anew where the text is touched: none is the note. */
const spellings: readonly [string, (text: string) => string][] = [
  ['a leading zero', (text) => text.replace('\n42\n', '\n042\n')],
  ['a size beyond what counts', (text) => text.replace('\n42\n', '\n9007199254740993\n')],
  ['bits that base64 does not need', (text) => text.replace('AQE=', 'AQF=')],
  ['no padding', (text) => text.replace('AQE=\n', 'AQE\n')],
  ['carriage returns', (text) => text.replaceAll('\n', '\r\n')],
  ['upper case', (text) => text.replace('0198a0c0', '0198A0C0')],
  ['one more line', (text) => `${text}more\n`],
  ['no time', (text) => text.replace(/time.*\n/, '')],
  ['another time zone', (text) => text.replace('.999Z', '.999+00:00')],
  ['two spaces', (text) => text.replace('head 49', 'head  49')],
];

test.each(spellings)('%s is no checkpoint', (_, spell) => {
  expect(spell(TEXT)).not.toBe(TEXT);
  expect(parseCheckpoint(spell(TEXT))).toBeUndefined();
});

test('a signature has one spelling, and a note one signature', () => {
  const note = signCheckpoint(CHECKPOINT, signer);
  const [signature = ''] = note.split('\n').slice(-2);
  const variants = [
    `${note}\n`,
    note.slice(0, -1),
    `${note}${signature}\n`,
    note.replace(/=+\n$/, '\n'),
    note.replace('— berth ', '– berth '),
    note.replace('— berth ', '— berth  '),
    `\ufeff${note}`,
  ];
  expect(variants.map((variant) => openNote(variant, verifier))).toEqual(variants.map(() => undefined));
});

test('the id and the form of a key are those of signed notes', () => {
  // The key and its text form that the documentation of golang.org/x/mod/sumdb/note shows.
  const raw = fromBase64('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')?.subarray(1) ?? new Uint8Array(0);
  const id = noteKeyId(sha256, 'PeterNeumann', raw);
  expect(noteVerifierKey({ name: 'PeterNeumann', id }, raw)).toBe(
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  );
  expect(noteVerifierKey(verifier, publicKey)).toMatch(/^berth\+[0-9a-f]{8}\+A[A-Za-z0-9+/]{43}$/);
});

test('notes that stand in one file are found one by one', () => {
  const notes = [1, 2, 3].map((size) => signCheckpoint({ ...CHECKPOINT, size }, signer));
  expect(splitNotes(notes.join('\n'))).toEqual(notes);
  expect(splitNotes(`${notes.join('\n')}\n`)).toEqual(notes);
  expect(splitNotes('')).toEqual([]);
  expect(splitNotes(notes.join('\n').slice(0, -300)).map((note) => openCheckpoint(note, verifier)?.size)).toEqual([
    1,
    2,
    undefined,
  ]);
});

test.each(['', '00', 'ff00', '0102fe', '00000000'])('base64 of %s and back, in one spelling', (hex) => {
  const bytes = fromHex(hex);
  const text = toBase64(bytes);
  expect(text).toBe(Buffer.from(bytes).toString('base64'));
  expect(fromBase64(text)).toEqual(bytes);
  expect([`${text}=`, `${text}A`, `${text} `, ` ${text}`].map(fromBase64)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
