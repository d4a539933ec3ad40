import { describeProblem } from '#apimachinery';
import { FieldReader } from '../../fields/index.js';
import { readNodeAffinityArgs } from './args.js';

const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const zone = { key: 'zone', operator: 'In', values: ['1'] };
const disk = { key: 'disk', operator: 'Exists' };
const named = { key: 'metadata.name', operator: 'In', values: ['a'] };
const needs = (...nodeSelectorTerms: unknown[]): object => ({ addedAffinity: { [required]: { nodeSelectorTerms } } });
const likes = (weight: unknown, preference: unknown): object => ({
  addedAffinity: { [preferred]: [{ weight, preference }] },
});

function read(value: unknown): { args: unknown; problems: string[] } {
  const reader = new FieldReader(value);
  const args = readNodeAffinityArgs(reader);
  reader.done();
  return { args, problems: reader.problems.map(describeProblem) };
}

describe('NodeAffinityArgs are read', () => {
  const cases: [name: string, value: object, args?: object][] = [
    ['nothing is added', {}],
    ['nothing is added by null', { addedAffinity: null }, {}],
    ['an affinity that says nothing', { addedAffinity: {} }],
    ['no preference is no field', { addedAffinity: { [preferred]: [] } }, { addedAffinity: {} }],
    ['no term is one that nothing meets', needs()],
    ['expressions', needs({ matchExpressions: [zone, disk] })],
    ['fields', needs({ matchFields: [named] })],
    [
      'both, in terms of their own and in one',
      needs({ matchExpressions: [zone] }, { matchFields: [named] }, { matchExpressions: [zone], matchFields: [named] }),
    ],
    ['an empty term', needs({})],
    ['empty lists are no fields', needs({ matchExpressions: [], matchFields: [] }), needs({})],
    ['a preference', likes(7, { matchExpressions: [zone] })],
    ['a preference that says nothing', { addedAffinity: { [preferred]: [{}] } }, likes(0, {})],
  ];
  test.each(cases)('%s', (_name, value, args = value) => expect(read(value)).toStrictEqual({ args, problems: [] }));
});

describe('NodeAffinityArgs are refused', () => {
  const term = `addedAffinity.${required}.nodeSelectorTerms[0]`;
  const preference = `addedAffinity.${preferred}[0].preference`;
  const supported = 'supported values: "In", "NotIn"';
  const cases: [name: string, value: object, problems: string[]][] = [
    [
      'an operator that is none',
      needs({ matchExpressions: [{ ...disk, operator: 'Near' }] }),
      [
        `${term}.matchExpressions[0].operator: Unsupported value: "Near": ${supported}, "Exists", ` +
          '"DoesNotExist", "Gt", "Lt"',
      ],
    ],
    [
      'an operator that is none for fields',
      needs({ matchFields: [{ key: 'metadata.name', operator: 'Exists' }] }),
      [`${term}.matchFields[0].operator: Unsupported value: "Exists": ${supported}`],
    ],
    [
      'two names at once',
      likes(1, { matchFields: [{ ...named, values: ['a', 'b'] }] }),
      [`${preference}.matchFields[0].values: Invalid value: ["a","b"]: must have one element`],
    ],
    [
      'no operator',
      likes(1, { matchExpressions: [{ key: 'zone' }] }),
      [
        `${preference}.matchExpressions[0].operator: Required value`,
        `${preference}.matchExpressions[0].operator: Unsupported value: "": ${supported}, "Exists", ` +
          '"DoesNotExist", "Gt", "Lt"',
      ],
    ],
    [
      'no key',
      needs({ matchFields: [{ operator: 'In', values: ['a'] }] }),
      [`${term}.matchFields[0].key: Required value`],
    ],
    [
      'a weight that is none',
      likes('much', {}),
      [`addedAffinity.${preferred}[0].weight: Invalid value: "string": must be an integer of 32 bits`],
    ],
  ];
  test.each(cases)('%s', (_name, value, problems) => expect(read(value).problems).toEqual(problems));
});
