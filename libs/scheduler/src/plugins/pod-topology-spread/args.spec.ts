import { describeProblem } from '#apimachinery';
import { FieldReader } from '../../fields/index.js';
import { readPodTopologySpreadArgs } from './args.js';

const zone = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' };
const hard = { ...zone, whenUnsatisfiable: 'DoNotSchedule' };
const list = (...defaultConstraints: unknown[]): object => ({ defaultingType: 'List', defaultConstraints });

function read(value: unknown): { args: unknown; problems: string[] } {
  const reader = new FieldReader(value);
  const args = readPodTopologySpreadArgs(reader);
  reader.done();
  return { args, problems: reader.problems.map(describeProblem) };
}

describe('PodTopologySpreadArgs are read', () => {
  const everything = {
    ...zone,
    minDomains: 2,
    nodeAffinityPolicy: 'Ignore',
    nodeTaintsPolicy: 'Honor',
    matchLabelKeys: ['v'],
  };
  const cases: [name: string, value: unknown, args: unknown][] = [
    ["the defaults are the system's", {}, { defaultingType: 'System' }],
    ['an empty type is the default', { defaultingType: '' }, { defaultingType: 'System' }],
    ['no list is no field', { defaultingType: 'System', defaultConstraints: [] }, { defaultingType: 'System' }],
    ["an empty list of one's own", list(), { defaultingType: 'List' }],
    ['constraints, hard and soft of one key', list(zone, hard), list(zone, hard)],
    [
      'constraints of two keys',
      list(zone, { ...zone, topologyKey: 'topology.kubernetes.io/rack' }),
      list(zone, { ...zone, topologyKey: 'topology.kubernetes.io/rack' }),
    ],
    ['all fields of a constraint', list(everything), list(everything)],
    [
      'null is absence',
      list({
        ...zone,
        minDomains: null,
        nodeAffinityPolicy: null,
        nodeTaintsPolicy: null,
        matchLabelKeys: null,
        labelSelector: null,
      }),
      list(zone),
    ],
  ];
  test.each(cases)('%s', (_name, value, args) => expect(read(value)).toStrictEqual({ args, problems: [] }));
});

describe('PodTopologySpreadArgs are refused', () => {
  const at = 'defaultConstraints[0]';
  const labelPart =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with " +
    'an alphanumeric character';
  const cases: [name: string, value: unknown, problems: string[]][] = [
    [
      'an unknown type',
      { defaultingType: 'None' },
      ['defaultingType: Unsupported value: "None": supported values: "System", "List"'],
    ],
    [
      'constraints that the type forbids',
      { defaultConstraints: [zone] },
      ['defaultingType: Invalid value: "System": when .defaultConstraints are not empty'],
    ],
    [
      'an unknown type with constraints',
      { defaultingType: 'None', defaultConstraints: [zone] },
      ['defaultingType: Unsupported value: "None": supported values: "System", "List"'],
    ],
    [
      'an empty constraint',
      list({}),
      [
        `${at}.maxSkew: Invalid value: 0: not in valid range (0, inf)`,
        `${at}.topologyKey: Required value: can not be empty`,
        `${at}.whenUnsatisfiable: Required value: can not be empty`,
      ],
    ],
    [
      'a skew below nothing',
      list({ ...zone, maxSkew: -1 }),
      [`${at}.maxSkew: Invalid value: -1: not in valid range (0, inf)`],
    ],
    [
      "a key that is no label's",
      list({ ...zone, topologyKey: 'a b' }),
      [
        `${at}.topologyKey: Invalid value: "a b": ${labelPart} (e.g. 'MyName',  or 'my.name',  or '123-abc', regex ` +
          "used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      'an unknown action',
      list({ ...zone, whenUnsatisfiable: 'Maybe' }),
      [`${at}.whenUnsatisfiable: Unsupported value: "Maybe": supported values: "DoNotSchedule", "ScheduleAnyway"`],
    ],
    [
      'a selector',
      list({ ...zone, labelSelector: {} }),
      [`${at}.labelSelector: Forbidden: constraint must not define a selector, as they deduced for each pod`],
    ],
    [
      'fields of a wrong type',
      list({ ...zone, minDomains: '2', nodeAffinityPolicy: 1, nodeTaintsPolicy: true, matchLabelKeys: 'v' }),
      [
        `${at}.minDomains: Invalid value: "string": must be an integer of 32 bits`,
        `${at}.nodeAffinityPolicy: Invalid value: "number": must be a string`,
        `${at}.nodeTaintsPolicy: Invalid value: "boolean": must be a string`,
        `${at}.matchLabelKeys: Invalid value: "string": must be a list of strings`,
      ],
    ],
    [
      'a constraint again, also not next to it',
      list(zone, hard, { ...zone, maxSkew: 2 }, hard),
      [
        'defaultConstraints[2]: Duplicate value: "{zone, ScheduleAnyway}"',
        'defaultConstraints[3]: Duplicate value: "{zone, DoNotSchedule}"',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, value, problems) => expect(read(value).problems).toEqual(problems));

  test('and an unknown type is read as the default', () => {
    expect(read({ defaultingType: 'None' }).args).toEqual({ defaultingType: 'System' });
  });
});
