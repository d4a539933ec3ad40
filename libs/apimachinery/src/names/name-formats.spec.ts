import {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  portNameProblems,
  prefixCheck,
  qualifiedNameProblems,
  type NameCheck,
} from './index.js';

const sixtyThree = 'a'.repeat(63);
const subdomain253 = `${'a'.repeat(61)}.`.repeat(4) + 'a'.repeat(5);

describe('names that are well formed', () => {
  const cases: [string, NameCheck, string[]][] = [
    ['DNS label', dnsLabelProblems, ['a', '0', 'a-b', '123', sixtyThree]],
    ['DNS subdomain', dnsSubdomainProblems, ['a', 'a.b', '1.2.3', subdomain253, `${sixtyThree}a`]],
    ['RFC 1035 label', dns1035LabelProblems, ['a', 'a-1', sixtyThree]],
    ['qualified name', qualifiedNameProblems, ['a', 'A_b.c-D', 'example.com/a', `example.com/${sixtyThree}`, '1/1']],
    ['label value', labelValueProblems, ['', 'a', 'A_b.c-D', sixtyThree]],
    ['port name', portNameProblems, ['http', 'a1', '8a', 'a-b-c']],
  ];
  test.each(cases)('%s', (_name, check, names) => expect(names.flatMap(check)).toEqual([]));
});

describe('names that are not', () => {
  const cases: [string, NameCheck, name: string, problems: RegExp[]][] = [
    ['DNS label', dnsLabelProblems, `${sixtyThree}a`, [/^must be no more than 63 characters$/]],
    ['DNS label', dnsLabelProblems, 'a.b', [/^must not contain dots$/]],
    [
      'DNS label',
      dnsLabelProblems,
      'A'.repeat(64),
      [/^must be no more than 63/, /^a lowercase RFC 1123 label must consist of/],
    ],
    ['DNS subdomain', dnsSubdomainProblems, `${subdomain253}a`, [/^must be no more than 253 characters$/]],
    ['DNS subdomain', dnsSubdomainProblems, 'a\n', [/^a lowercase RFC 1123 subdomain must/]],
    ['RFC 1035 label', dns1035LabelProblems, '1a', [/^a DNS-1035 label must/]],
    ['qualified name', qualifiedNameProblems, 'a/b/c', [/^a qualified name must consist of/]],
    ['qualified name', qualifiedNameProblems, '/b', [/^prefix part must be non-empty$/]],
    ['qualified name', qualifiedNameProblems, 'A/b', [/^prefix part a lowercase RFC 1123 subdomain/]],
    ['qualified name', qualifiedNameProblems, 'a/', [/^name part must be non-empty$/, /^name part must consist of/]],
    ['qualified name', qualifiedNameProblems, `${sixtyThree}a`, [/^name part must be no more than 63/]],
    ['label value', labelValueProblems, '-a', [/^a valid label must be an empty string or consist of/]],
    ['port name', portNameProblems, '-1--', [/one letter/, /consecutive/, /begin or end/]],
    ['port name', portNameProblems, 'A'.repeat(16), [/no more than 15/, /alpha-numeric/, /one letter/]],
  ];
  test.each(cases)('%s %p', (_name, check, name, problems) => {
    expect(check(name)).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  });
});

test('a rule is printed as the API server prints it', () => {
  expect(dnsSubdomainProblems('A')).toEqual([
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start " +
      "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
});

test('a prefix for generated names may end in a dash', () => {
  expect([prefixCheck(dnsLabelProblems)('web-'), dnsLabelProblems('web-')]).toEqual([[], [expect.any(String)]]);
});
