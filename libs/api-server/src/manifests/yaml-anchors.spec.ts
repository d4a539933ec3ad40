import fc from 'fast-check';
import { load } from 'js-yaml';
import { readManifests } from './index.js';

async function* chunks(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}

/** The objects of a text, and of what cannot be read the line and the message. */
async function read(text: string, options = {}): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of readManifests(chunks(text), options))
    found.push('object' in item ? item.object : `${item.problem.line}: ${item.problem.message}`);
  return found;
}

const nodes = (...items: readonly string[]): string =>
  `kind: List\nitems:\n${items.map((one) => `- ${one}\n`).join('')}`;

describe('an alias in an item of a list stands for', () => {
  const cases: [name: string, text: string, want: unknown[]][] = [
    ['a node of an earlier item', nodes('{a: &x {cpu: 4}}', '{b: *x}'), [{ a: { cpu: 4 } }, { b: { cpu: 4 } }]],
    ['an earlier item', nodes('&x {a: 1}', '*x', '{<<: *x, b: 2}'), [{ a: 1 }, { a: 1 }, { a: 1, b: 2 }]],
    ['a node before the items', 'x-defs: {l: &l {app: web}}\nitems:\n- {labels: *l}\n', [{ labels: { app: 'web' } }]],
    ['the last one of that name', nodes('{a: &x 1}', '{a: &x 2}', '{b: *x}'), [{ a: 1 }, { a: 2 }, { b: 2 }]],
    ['the one of its own item', nodes('{a: &x 1}', '{a: &x 2, b: *x}'), [{ a: 1 }, { a: 2, b: 2 }]],
    [
      'a node with aliases, as they were there',
      nodes('{a: &x 1}', '{a: &y [*x]}', '{a: &x 2}', '{b: *y, c: *x}'),
      [{ a: 1 }, { a: [1] }, { a: 2 }, { b: [1], c: 2 }],
    ],
    [
      'a text in several lines',
      'items:\n- a: &x |\n    one\n    two\n- b: *x\n',
      [{ a: 'one\ntwo\n' }, { b: 'one\ntwo\n' }],
    ],
    [
      'as often as it stands there',
      nodes('{a: &x 1}', `{b: [${'*x,'.repeat(500)}]}`),
      [{ a: 1 }, { b: Array(500).fill(1) }],
    ],
    [
      'nothing in another document',
      `${nodes('{a: &x 1}')}---\n${nodes('{b: *x}')}`,
      [{ a: 1 }, '7: invalid YAML: unidentified alias "x"'],
    ],
    ['nothing that comes later', nodes('{b: *x}', '{a: &x 1}'), ['3: invalid YAML: unidentified alias "x"']],
  ];
  test.each(cases)('%s', async (_name, text, want) => expect(await read(text)).toEqual(want));
});

test('an error behind an alias names its own line', async () => {
  const text = 'items:\n- a: &x\n    b: 1\n- b: *x\n  c: [1\n';
  expect(await read(text)).toEqual([{ a: { b: 1 } }, expect.stringMatching(/^[56]: invalid YAML: /)]);
});

describe('what aliases become is bounded', () => {
  test('in values, across items', async () => {
    const row = (name: string, of: string): string => `{a: &${name} [${`*${of},`.repeat(50)}]}`;
    const text = nodes('{a: &a 1}', row('b', 'a'), row('c', 'b'), row('d', 'c'), row('e', 'd'));
    expect((await read(text)).at(-1)).toBe('6: an object holds more than 100000 values');
  });
  test('in characters that are kept', async () => {
    const text = nodes(`{a: &x ${'x'.repeat(60)}}`, `{a: &y ${'y'.repeat(60)}}`);
    expect((await read(text, { longestObject: 100 })).at(-1)).toBe(
      '4: the anchors of a list are longer than 100 characters',
    );
  });
});

test('a list that is read item by item is the same as the whole document', async () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const value: fc.Memo<string> = fc.memo((depth) => {
    const scalar = fc.oneof(
      fc.constantFrom('1', 'x', '"q: *a &b"', "'s'"),
      name.map((one) => `*${one}`),
    );
    if (depth <= 1) return scalar;
    const inner = value(depth - 1);
    const anchored = fc.tuple(name, fc.constantFrom('[1]', '{k: 2}', 'text')).map(([one, node]) => `&${one} ${node}`);
    const list = fc.tuple(fc.option(name), fc.array(inner, { maxLength: 3 }));
    return fc.oneof(
      scalar,
      anchored,
      list.map(([one, items]) => `${one === null ? '' : `&${one} `}[${items.join(', ')}]`),
    );
  });
  const documents = fc.array(
    value(4).map((one) => `{v: ${one}}`),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(documents, async (items) => {
      // Every name has a node before the first item.
      const text = `defs: [&a 1, &b {k: x}, &c [2]]\nitems:\n${items.map((one) => `- ${one}\n`).join('')}`;
      const { items: whole } = load(text) as { readonly items: readonly unknown[] };
      const wanted = whole.map((one) => (isCircular(one) ? 'circular' : one));
      const found = (await read(text)).map((one) => (typeof one === 'string' ? 'circular' : one));
      expect(found).toEqual(wanted.slice(0, found.length));
      expect(found.length === wanted.length || found.at(-1) === 'circular').toBe(true);
    }),
    { numRuns: 200 },
  );
});

function isCircular(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return false;
  } catch {
    return true;
  }
}
