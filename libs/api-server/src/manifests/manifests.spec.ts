import fc from 'fast-check';
import { readManifests, type Manifest } from './index.js';

async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks;
}

async function read(text: string, options: { chunk?: number; longestObject?: number } = {}): Promise<Manifest[]> {
  const { chunk = Math.max(text.length, 1), ...rest } = options;
  const chunks = Array.from({ length: Math.ceil(text.length / chunk) }, (_, index) =>
    text.slice(index * chunk, (index + 1) * chunk),
  );
  const found: Manifest[] = [];
  for await (const manifest of readManifests(chunksOf(...chunks), rest)) found.push(manifest);
  return found;
}

/** What was read, one entry each: the object, or the message and its line. */
async function summary(text: string, options: { chunk?: number; longestObject?: number } = {}): Promise<unknown[]> {
  return (await read(text, options)).map((manifest) =>
    'object' in manifest ? manifest.object : `${manifest.problem.line}: ${manifest.problem.message}`,
  );
}

const a = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } };
const b = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' }, spec: { note: 'x: [1, {"items": ["}' } };

const yamlList = `apiVersion: v1
items:
- apiVersion: v1
  kind: Node
  metadata:
    name: a
# between
- apiVersion: v1
  kind: Pod
  metadata:
    name: b
  spec:
    note: |-
      x: [1, {"items": ["}
kind: List
metadata:
  resourceVersion: ""
`;
const yamlNote = { ...b, spec: { note: 'x: [1, {"items": ["}' } };

describe('readManifests reads', () => {
  const cases: [name: string, text: string, objects: unknown[]][] = [
    ['nothing', '', []],
    ['white space', ' \n\n ', []],
    ['one JSON object', JSON.stringify(a, null, 2), [a]],
    ['a JSON List', JSON.stringify({ apiVersion: 'v1', items: [a, b], kind: 'List', metadata: {} }, null, 4), [a, b]],
    ['an empty List', '{"apiVersion":"v1","items":[],"kind":"List"}', []],
    ['a List of nothing, as Go writes it', '{"apiVersion":"v1","items":null,"kind":"List"}', []],
    ['a List without items', '{"apiVersion":"v1","kind":"List"}', []],
    [
      'typed lists of nothing',
      'kind: PodList\nitems: null\n---\nkind: NodeList\nitems:\n---\nkind: Node\n',
      [{ kind: 'Node' }],
    ],
    [
      'a typed list',
      '{"kind":"NodeList","apiVersion":"v1","items":[{"metadata":{"name":"a"}},{"kind":"Node","apiVersion":"v1",' +
        '"metadata":{"name":"c"}}]}',
      [
        { metadata: { name: 'a' }, kind: 'Node', apiVersion: 'v1' },
        { kind: 'Node', apiVersion: 'v1', metadata: { name: 'c' } },
      ],
    ],
    ['a JSON array', JSON.stringify([a, b]), [a, b]],
    ['objects after each other', JSON.stringify(a) + JSON.stringify(b), [a, b]],
    ['NDJSON', `${JSON.stringify(a)}\n${JSON.stringify(b)}\n`, [a, b]],
    ['JSON with marks between', `${JSON.stringify(a)}\n---\n${JSON.stringify(b)}\n---\n`, [a, b]],
    ['lists in lists', JSON.stringify({ kind: 'List', items: [{ kind: 'List', items: [a] }, b] }), [a, b]],
    [
      'objects whose strings look like lists',
      JSON.stringify({ ...b, note: '"items":[{' }),
      [{ ...b, note: '"items":[{' }],
    ],
    ['a YAML document', 'apiVersion: v1\nkind: Node\nmetadata: {name: a}\n', [a]],
    [
      'YAML documents',
      '# first\n---\napiVersion: v1\nkind: Node\nmetadata: {name: a}\n---\n# nothing\n---\n\napiVersion: v1\nkind: ' +
        'Node\nmetadata: {name: a}\n...\n',
      [a, a],
    ],
    ['a YAML List', yamlList, [a, yamlNote]],
    [
      'a YAML List, indented',
      yamlList.replace(/^(?=[-# ] )/gm, '  ').replace(/^ {2} {2}resourceVersion/m, '  resourceVersion'),
      [a, yamlNote],
    ],
    ['a YAML List with other line ends', yamlList.replaceAll('\n', '\r\n'), [a, yamlNote]],
    [
      'a typed YAML list',
      'kind: NodeList\napiVersion: v1\nitems:\n- metadata:\n    name: a\n',
      [{ metadata: { name: 'a' }, kind: 'Node', apiVersion: 'v1' }],
    ],
    ['a YAML List in one line', 'kind: List\nitems: [{kind: Node}]\n', [{ kind: 'Node' }]],
    ['an empty YAML List', 'apiVersion: v1\nitems: []\nkind: List\n', []],
    ['several YAML Lists', `${yamlList}---\n${yamlList}`, [a, yamlNote, a, yamlNote]],
    ['YAML with a directive', '%YAML 1.1\n---\nkind: Node\n', [{ kind: 'Node' }]],
    ['JSON inside YAML', `---\n${JSON.stringify(a)}\n`, [a]],
    ['a flow map of YAML', '{kind: Node, metadata: {name: a}}\n', [{ kind: 'Node', metadata: { name: 'a' } }]],
    [
      'files one after the other: YAML, NDJSON, a JSON array, a JSON List, YAML',
      [
        'kind: Node',
        `${JSON.stringify(a)}\n${JSON.stringify(b)}`,
        JSON.stringify([a, b], null, 2),
        `\uFEFF# Source: list.json\r\n${JSON.stringify({ kind: 'List', items: [b] }, null, 1)}`,
        '\uFEFFkind: Pod',
        '  kind: Pod\n  spec: {}\n',
        '{kind: Pod}',
        '',
      ]
        .map((text) => `\n---\n${text}`)
        .join(''),
      [{ kind: 'Node' }, a, b, a, b, b, { kind: 'Pod' }, { kind: 'Pod', spec: {} }, { kind: 'Pod' }],
    ],
    [
      'marks with something behind them',
      '--- # one\n{"kind":"Node"}\n--- {"kind":"Pod"}\n--- kind: Pod\n---',
      [{ kind: 'Node' }, { kind: 'Pod' }, { kind: 'Pod' }],
    ],
  ];
  test.each(cases)('%s', async (_name, text, objects) => {
    expect(await summary(text)).toEqual(objects);
    expect(await summary(text, { chunk: 1 })).toEqual(objects);
    expect(await summary(text, { chunk: 7 })).toEqual(objects);
  });

  test('bytes, wherever they are cut, and a byte order mark', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"note":"größe 😀"}')]);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const found: Manifest[] = [];
      for await (const manifest of readManifests(chunksOf(bytes.slice(0, cut), bytes.slice(cut)))) found.push(manifest);
      expect(found).toEqual([{ index: 0, line: 1, object: { note: 'größe 😀' }, duplicates: [] }]);
    }
  });

  test('a key __proto__ as a key', async () => {
    const [json] = await read('{"__proto__":{"x":1}}');
    const [yaml] = await read('__proto__:\n  x: 1\n');
    for (const manifest of [json, yaml]) expect(JSON.stringify(manifest)).toContain('{"__proto__":{"x":1}}');
  });
});

describe('plain YAML scalars are what Kubernetes reads', () => {
  const cases: [text: string, want: unknown][] = [
    ['yes', true],
    ['No', false],
    ['on', true],
    ['OFF', false],
    ['y', true],
    ['true', true],
    ['"yes"', 'yes'],
    ['yEs', 'yEs'],
    ['0777', 511],
    ['0o17', 15],
    ['0x1F', 31],
    ['0b11', 3],
    ['08', 8],
    ['1_000', 1000],
    ['-5', -5],
    ['+7', 7],
    ['0', 0],
    ['1.5', 1.5],
    ['1e3', 1000],
    ['.5', 0.5],
    ['1.10', 1.1],
    ['~', null],
    ['', null],
    ['null', null],
    ['Null', null],
    ['2024-01-01', '2024-01-01'],
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    ['12:30', '12:30'],
    ['100m', '100m'],
    ['1Gi', '1Gi'],
    ['1.2.3', '1.2.3'],
  ];
  test.each(cases)('%p', async (text, want) => expect(await summary(`value: ${text}\n`)).toEqual([{ value: want }]));

  test('keys are texts, merge keys merge, anchors repeat by value', async () => {
    const [manifest] = (await summary('1: a\nyes: b\nbase: &base {x: 1}\nmore: {<<: *base, z: 2}\nsame: *base\n')) as [
      Record<string, Record<string, unknown>>,
    ];
    expect(manifest).toEqual({ 1: 'a', true: 'b', base: { x: 1 }, more: { x: 1, z: 2 }, same: { x: 1 } });
    expect(manifest['same']).not.toBe(manifest['base']);
  });
});

describe('what cannot be read is one problem with its line', () => {
  const cases: [name: string, text: string, read: unknown[]][] = [
    ['JSON that ends too soon', `${JSON.stringify(a)}\n{"kind":\n "Pod"`, [a, '3: unexpected end of JSON input']],
    [
      'JSON that is none',
      '{"items":[\n{"kind":"Node"},\n{"kind":\nNode}]}',
      [{ kind: 'Node' }, '4: invalid JSON: unexpected "N"'],
    ],
    ['a comma too many', '[{"a":1},\n{"b":\n2,}]', [{ a: 1 }, '3: invalid JSON: unexpected "}"']],
    ['a number by itself', '{"a":1}\n-5', [{ a: 1 }, '2: invalid JSON: unexpected "-"']],
    ['a colon too few', '{"a":1}\n{"b" 2}', [{ a: 1 }, '2: invalid JSON: unexpected "2"']],
    [
      'something after wide characters',
      '{"größe 😀": 1,\n"b": nope,\n\n\n\n"c":1}',
      ['2: invalid JSON: unexpected "o"'],
    ],
    ['a line end in a string', '{"a":"\n"}', [expect.stringMatching(/^1: invalid JSON: unexpected/)]],
    [
      'the second of two JSON files',
      '\n---\n{"kind":\n"Node"}\n\n---\n# made\n{"kind":\n nope}',
      [{ kind: 'Node' }, '9: invalid JSON: unexpected "o"'],
    ],
    [
      'a file of kubectl describe behind another',
      'kind: Node\n---\n\nName:         web\nNamespace:    shop\nLabels:       <none>\n',
      [
        { kind: 'Node' },
        '4: this is what kubectl describe prints, which is for people: import what kubectl get -o yaml prints',
      ],
    ],
    ['a bracket too many', '{}\n]', [{}, '2: unexpected ]']],
    [
      'a value that is no object',
      '{"kind":"List","items":[1,{"kind":"Node"}]}',
      ['1: a manifest must be an object', { kind: 'Node' }],
    ],
    [
      'a YAML document that is no object',
      '--- hello\n---\nkind: Node\n',
      ['1: a manifest must be an object', { kind: 'Node' }],
    ],
    [
      'YAML with a bad line',
      'kind: Node\nmetadata:\n  name: a\n bad\n',
      [expect.stringMatching(/^[45]: invalid YAML: /)],
    ],
    [
      'YAML in a later document',
      'kind: Node\n---\nkind: Node\nspec: [1\n',
      [{ kind: 'Node' }, expect.stringMatching(/^[45]: invalid YAML: /)],
    ],
    [
      'YAML in a later item',
      `items:\n- kind: Node\n- kind: Node\n  spec: {a: b: c}\nkind: List\n`,
      [{ kind: 'Node' }, expect.stringMatching(/^4: invalid YAML: /)],
    ],
    [
      'YAML after the items',
      `items:\n- kind: Node\nkind: List\n: : :\n  - x\n`,
      [{ kind: 'Node' }, expect.stringMatching(/^[45]: invalid YAML: /)],
    ],
    ['a key twice', 'kind: Node\nkind: Pod\n', ['2: invalid YAML: duplicated key "kind"']],
    ['a key twice in JSON', '{"kind": "Node",\n "kind": "Pod"}', ['2: invalid JSON: duplicated key "kind"']],
    [
      'a list with its items twice',
      `{"kind":"List","items":[${JSON.stringify(a)}],\n"items":[${JSON.stringify(b)}]}`,
      [a, '2: invalid JSON: duplicated key "items"'],
    ],
    ['an unknown tag', 'kind: !evil a\n', [expect.stringMatching(/^1: invalid YAML: unknown (scalar )?tag/)]],
    [
      'an alias bomb',
      'a: &a [1,1,1,1,1,1,1,1,1]\n' +
        [...'bcdefg']
          .map((name, index) => `${name}: &${name} [${`*${'abcdef'.charAt(index)},`.repeat(9)}]`)
          .join('\n') +
        '\n',
      ['1: an object holds more than 100000 values'],
    ],
    [
      'an alias inside itself',
      'a: &a\n  b: *a\n',
      ['1: an object nests deeper than 200 levels, or an alias is inside itself'],
    ],
    [
      'a long text with aliases',
      `a: &a ${'x'.repeat(1_000_000)}\nb: [${'*a,'.repeat(20)}]\n`,
      ['1: an object is longer than 16777216 characters'],
    ],
    ['JSON nested without end', '{"a":'.repeat(100_000), ['1: an object nests deeper than 200 levels']],
    ['JSON of very many values', `{"a":[${'1,'.repeat(100_000)}1]}`, ['1: an object holds more than 100000 values']],
    ['something very deep', `a: ${'['.repeat(200)}${']'.repeat(200)}\n`, [expect.stringMatching(/^1: invalid YAML: /)]],
  ];
  test.each(cases)('%s', async (_name, text, want) => expect(await summary(text)).toEqual(want));

  test('an object that is too long, in either format', async () => {
    const limits = { longestObject: 100, chunk: 50 };
    expect(await summary(`{"items":[{"kind":"Node"},\n{"note":"${'x'.repeat(200)}"}]}`, limits)).toEqual([
      { kind: 'Node' },
      '2: an object is longer than 100 characters',
    ]);
    expect(await summary(`items:\n- kind: Node\n- note: a\n${'  n: b\n'.repeat(20)}`, limits)).toEqual([
      { kind: 'Node' },
      '3: an object is longer than 100 characters',
    ]);
    expect(await summary(' '.repeat(200), limits)).toEqual(['1: there is nothing but white space']);
    expect(await summary(`kind: ${'x'.repeat(200)}`, limits)).toEqual(['1: a line is longer than 100 characters']);
  });

  test('bytes that are not UTF-8', async () => {
    const found: Manifest[] = [];
    for await (const manifest of readManifests(chunksOf(new Uint8Array([0x7b, 0xff, 0x7d])))) found.push(manifest);
    expect(found).toEqual([{ index: 0, problem: { message: 'the input is not UTF-8', line: 1 } }]);
  });
});

test('every JSON value inside of a List comes out as it went in, wherever the input is cut', async () => {
  const items = fc.array(
    fc.dictionary(fc.string(), fc.jsonValue()).filter((item) => !('kind' in item) && !('apiVersion' in item)),
  );
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), async (objects, chunk, indent) => {
      const text = JSON.stringify({ apiVersion: 'v1', items: objects, kind: 'List' }, null, indent);
      expect(JSON.stringify(await summary(text, { chunk }))).toBe(JSON.stringify(objects));
    }),
  );
});

describe('a key that stands twice, where the last one counts', () => {
  const read = async (text: string): Promise<[unknown, string[]][]> => {
    const found: [unknown, string[]][] = [];
    for await (const item of readManifests(chunksOf(text), { lastKeyCounts: true }))
      if ('object' in item) found.push([item.object, item.duplicates.map(({ path, line }) => `${line}: ${path}`)]);
    return found;
  };

  test.each<[string, string, [unknown, string[]][]]>([
    ['JSON', '{"kind":"A",\n"spec":{"a":1,\n"a":2}}', [[{ kind: 'A', spec: { a: 2 } }, ['3: spec.a']]]],
    [
      'items of JSON',
      '{"kind":"List","items":[{"a":1},\n{"a":1,"a":2}]}',
      [
        [{ a: 1 }, []],
        [{ a: 2 }, ['2: a']],
      ],
    ],
    [
      'documents of YAML',
      'a: 1\n---\nlist:\n- {x: 1}\n- {x: 1, "x": 2}\nb: {c: 1}\nb: 2\n',
      [
        [{ a: 1 }, []],
        [{ list: [{ x: 1 }, { x: 2 }], b: 2 }, ['5: list[1].x', '7: b']],
      ],
    ],
    [
      'items of YAML',
      'kind: List\nitems:\n- a: 1\n- m: &m {x: 1}\n  k: {<<: *m, x: 2}\n  m: 3\n',
      [
        [{ a: 1 }, []],
        [{ m: 3, k: { x: 2 } }, ['6: m']],
      ],
    ],
  ])('%s', async (_, text, want) => expect(await read(text)).toEqual(want));
});
