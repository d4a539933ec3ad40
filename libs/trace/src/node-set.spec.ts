import { TraceFormatError } from './bytes/index.js';
import { decodeNodeSet, encodeNodeSet, nodeSetDigest } from './node-set.js';
import { sha256 } from './testing/handed-in.js';

const nodes = [
  { name: 'node-b', uid: '0198a0c0-0000-7000-8000-000000000002' },
  { name: 'nöde "a"\n', uid: '' },
];
const text = '[{"name":"node-b","uid":"0198a0c0-0000-7000-8000-000000000002"},{"name":"nöde \\"a\\"\\n","uid":""}]';

describe('node sets', () => {
  test('are canonical JSON in row order, whatever else the nodes carry and in which order', () => {
    const carrying = nodes.map(({ name, uid }) => ({ uid, labels: {}, name }));
    expect(Buffer.from(encodeNodeSet(carrying)).toString('utf8')).toBe(text);
    expect(decodeNodeSet(encodeNodeSet(nodes))).toEqual(nodes);
    expect(decodeNodeSet(encodeNodeSet([]))).toEqual([]);
  });

  test('are addressed by the plain hash of their bytes', () => {
    expect(Buffer.from(nodeSetDigest(sha256, encodeNodeSet([]))).toString('hex')).toBe(
      '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
    );
  });

  test.each([
    { name: 'bytes that are not UTF-8', bytes: Buffer.from([0x5b, 0xff, 0x5d]), why: 'a node set is JSON in UTF-8' },
    { name: 'bytes that are not JSON', bytes: Buffer.from('[{'), why: 'a node set is JSON in UTF-8' },
    { name: 'an object', bytes: Buffer.from('{}'), why: 'a node set is a list of {name, uid}' },
    { name: 'nodes without uid', bytes: Buffer.from('[{"name":"a"}]'), why: 'a node set is a list of {name, uid}' },
    { name: 'null among the nodes', bytes: Buffer.from('[null]'), why: 'a node set is a list of {name, uid}' },
  ])('refuses $name', ({ bytes, why }) => {
    expect(() => decodeNodeSet(bytes)).toThrow(new TraceFormatError(why));
  });
});
