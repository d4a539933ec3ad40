import fc from 'fast-check';
import { cases, seedOfCases } from '#test-cases';
import { isJsonObject, jsonDifference, jsonPatch, mergePatch } from '#json';
import { kubernetesType, typeOfField, type KubernetesShape, type KubernetesType } from '../fields/index.js';
import { decodeObject, encodeObject } from '../wire/index.js';
import { strategicMerge } from './strategic-merge.js';

const KINDS = ['Pod', 'Deployment', 'Service'] as const;
const DEEPEST = 7;
type Fields = Record<string, unknown>;

/** Whole numbers below a bound, from a seed. */
type Draw = (below: number) => number;

function drawing(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const TEXTS = ['a', 'b', 'web', 'x/y', '\u00e9\ud83d\ude00', '$patch'];

/** A value of a shape: nothing in it is empty or zero, so that every form of it has all of it. */
function valueOf(shape: KubernetesShape, draw: Draw, depth: number): unknown {
  switch (shape.type) {
    case 'text':
      return TEXTS[draw(TEXTS.length)];
    case 'bytes':
      return ['YQ==', 'YWI=', '/+8='][draw(3)];
    case 'flag':
      return true;
    case 'int32':
    case 'int64':
      return draw(2) === 0 ? 1 + draw(9) : -1 - draw(2 ** 31);
    case 'intOrText':
      return draw(2) === 0 ? 1 + draw(100) : `${1 + draw(100)}%`;
    case 'time':
      return `20${10 + draw(30)}-0${1 + draw(9)}-1${draw(10)}T0${draw(10)}:00:01Z`;
    case 'microTime':
      return `20${10 + draw(30)}-01-01T00:00:00.00${draw(10)}${draw(10)}${draw(10)}1Z`;
    case 'quantity':
      return ['1', '100m', '2Gi'][draw(3)];
    case 'any':
      return { any: [1, { deep: null }, TEXTS[draw(TEXTS.length)]] };
    case 'list':
      return listOf(shape.items, draw, depth);
    case 'map':
      return Object.fromEntries(
        TEXTS.slice(0, 1 + draw(3)).map((key) => [key, valueOf(shape.entries, draw, depth + 1)]),
      );
    case 'object': {
      const type = kubernetesType(shape.name);
      return type === undefined ? {} : objectOf(type, draw, depth + 1);
    }
  }
}

function listOf(items: KubernetesShape, draw: Draw, depth: number): unknown[] {
  return Array.from({ length: 1 + draw(3) }, () => valueOf(items, draw, depth));
}

function objectOf(type: KubernetesType, draw: Draw, depth = 0): Fields {
  const object: Fields = {};
  for (const [name, field] of type.fields) {
    if (name === 'apiVersion' || name === 'kind' || name === 'managedFields') continue;
    if (draw(depth < 2 ? 2 : 6) !== 0 || depth > DEEPEST) continue;
    const value = valueOf(field, draw, depth);
    const key = field.mergeKey;
    object[name] = key === undefined || !Array.isArray(value) ? value : keyed(value as Fields[], key);
    if (field.patchStrategy.includes('merge') && key === undefined) object[name] = [...new Set(value as unknown[])];
  }
  return object;
}

/** Items with merge keys of their own. */
function keyed(items: readonly Fields[], key: string): Fields[] {
  return items.map((item, index) => ({ ...item, [key]: key.endsWith('ort') ? 80 + index : `${key}-${index}` }));
}

const typeNamed = (name: string): KubernetesType => {
  const type = kubernetesType(name);
  if (type === undefined) throw new Error(`there is no type ${name}`);
  return type;
};

/** A merge patch that makes the one of the other. */
function mergeDifference(before: unknown, after: unknown): unknown {
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const patch: Fields = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!Object.hasOwn(after, key)) patch[key] = null;
    else if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) {
      const whole = isJsonObject(after[key]) && !isJsonObject(before[key]);
      patch[key] = whole ? after[key] : mergeDifference(before[key], after[key]);
    }
  }
  return patch;
}

/** A strategic merge patch that makes the one of the other, as kubectl computes it. */
function strategicDifference(before: Fields, after: Fields, type: KubernetesType | undefined): Fields {
  const patch: Fields = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const field = type?.fields.get(key);
    const [old, value] = [before[key], after[key]];
    const inside = field === undefined || field.type === 'map' ? undefined : typeOfField(field);
    if (!Object.hasOwn(after, key)) patch[key] = null;
    else if (Array.isArray(old) && Array.isArray(value) && field?.patchStrategy.includes('merge') === true)
      Object.assign(patch, listDifference(key, [old, value], { mergeKey: field.mergeKey, inside }));
    else if (
      isJsonObject(old) &&
      isJsonObject(value) &&
      inside !== undefined &&
      !field?.patchStrategy.includes('replace')
    )
      patch[key] = strategicDifference(old, value, inside);
    else if (isJsonObject(old) && isJsonObject(value) && !field?.patchStrategy.includes('replace'))
      patch[key] = { $patch: 'replace', ...value };
    else if (JSON.stringify(old) !== JSON.stringify(value)) patch[key] = value;
  }
  return patch;
}

function listDifference(
  key: string,
  [before, after]: readonly [readonly unknown[], readonly unknown[]],
  { mergeKey, inside }: { readonly mergeKey: string | undefined; readonly inside: KubernetesType | undefined },
): Fields {
  if (mergeKey === undefined)
    return {
      [key]: after,
      [`$deleteFromPrimitiveList/${key}`]: before.filter((item) => !after.includes(item)),
      [`$setElementOrder/${key}`]: after,
    };
  const identity = (item: unknown): unknown => (item as Fields)[mergeKey];
  const old = new Map(before.map((item) => [identity(item), item as Fields]));
  const now = new Set(after.map(identity));
  const changes = (after as Fields[]).map((item) => {
    const known = old.get(identity(item));
    if (known === undefined) return item;
    return { ...strategicDifference(known, item, inside), [mergeKey]: identity(item) };
  });
  const gone = before.filter((item) => !now.has(identity(item)));
  return {
    [key]: [...changes, ...gone.map((item) => ({ $patch: 'delete', [mergeKey]: identity(item) }))],
    [`$setElementOrder/${key}`]: after.map((item) => ({ [mergeKey]: identity(item) })),
  };
}

/** Two objects of a kind, from a seed. */
function drawn(seed: number): { readonly type: KubernetesType; readonly before: Fields; readonly after: Fields } {
  const draw = drawing(seed);
  const type = typeNamed(KINDS[draw(KINDS.length)] ?? 'Pod');
  const before = objectOf(type, draw);
  const other = objectOf(type, draw);
  // Half of an object stays, mostly: that is where lists are merged.
  const after =
    draw(4) === 0 ? other : { ...other, ...Object.fromEntries(Object.entries(before).filter(() => draw(2) === 0)) };
  return { type, before, after };
}

/** 10,000 in `npm run test:long`; 400 take a second of `npm test`. */
const RUNS = cases(10_000) === 10_000 ? 10_000 : 400;

const holdsFor = (property: (seed: number) => void): void => {
  fc.assert(fc.property(fc.integer({ min: 0 }), property), { numRuns: RUNS, seed: seedOfCases() });
};

test('the merge patch of a difference gives the object, and changes nothing when it is applied again', () => {
  holdsFor((seed) => {
    const { before, after } = drawn(seed);
    const patch = mergeDifference(before, after);
    const patched = mergePatch(before, patch);
    expect(patched).toEqual(after);
    expect(mergePatch(patched, patch)).toEqual(after);
  });
});

test('the JSON patch of a difference gives the object', () => {
  holdsFor((seed) => {
    const { before, after } = drawn(seed);
    expect(jsonPatch(before, jsonDifference(before, after))).toEqual({ value: after });
  });
});

test('the strategic merge patch of a difference gives the object, and changes nothing when it is applied again', () => {
  holdsFor((seed) => {
    const { type, before, after } = drawn(seed);
    const patch = strategicDifference(before, after, type);
    expect(strategicMerge(before, patch, type)).toMatchObject({ value: after });
    expect(strategicMerge(after, patch, type)).toMatchObject({ value: after });
  });
});

test('an object in protobuf and back is the same, but for the zeros that are always printed', () => {
  holdsFor((seed) => {
    const { type, before } = drawn(seed);
    const kind = { apiVersion: type.name === 'Deployment' ? 'apps/v1' : 'v1', kind: type.name };
    const read = decodeObject(encodeObject(before, kind) ?? new Uint8Array(), kind);
    expect(read).toMatchObject({ object: before });
    const object = 'object' in read ? read.object : {};
    expect(decodeObject(encodeObject(object, kind) ?? new Uint8Array(), kind)).toEqual(read);
  });
});
