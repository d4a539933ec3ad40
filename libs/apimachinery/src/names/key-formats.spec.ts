import {
  cidrProblems,
  configKeyProblems,
  environmentNameProblems,
  headerNameProblems,
  ipProblems,
  pathSegmentProblems,
  searchDomainProblems,
  sysctlProblems,
  type NameCheck,
} from './index.js';

describe('a name is well formed, or not', () => {
  const cases: [check: NameCheck, sound: string[], not: string[]][] = [
    [ipProblems, ['10.0.0.1', '010.0.0.1', '::', '::1', '2001:db8::ff', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8'], []],
    [ipProblems, [], ['', '1', '10.0.0.256', '1.2.3', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', 'g::']],
    [cidrProblems, ['10.0.0.0/24', '::/0', '2001:db8::/64'], ['10.0.0.0', '10.0.0.0/33', '::/129', 'a/1', '1.2.3.4/']],
    [environmentNameProblems, ['A', 'a.b', '1 x'], ['', 'a=b', 'ä', 'a\tb']],
    [configKeyProblems, ['a', 'A_b.c-d'], ['', 'a/b', '.', '..', '..a', 'x'.repeat(254)]],
    [headerNameProblems, ['X-A', '1'], ['', 'a b', 'a:']],
    [sysctlProblems, ['kernel.x', 'net/ipv4.a_b'], ['a..b', 'A', '.a', 'x'.repeat(254)]],
    [searchDomainProblems, ['a.b', '_tcp.a', 'a_b'], ['', 'A B', '-a', 'a..b']],
    [pathSegmentProblems, ['Upper', '-a', '', 'a..b'], ['.', '..', 'a/b', 'a%b']],
  ];
  test.each(cases)('%#', (check, sound, not) => {
    expect(sound.filter((name) => check(name).length > 0)).toEqual([]);
    expect(not.filter((name) => check(name).length === 0)).toEqual([]);
  });
});
