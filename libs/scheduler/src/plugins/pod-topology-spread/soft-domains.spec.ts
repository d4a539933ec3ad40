import { SoftDomains } from './soft-domains.js';

describe('domains of a soft constraint', () => {
  const cases: [
    name: string,
    change: (domains: SoftDomains) => void,
    size: number,
    pods: Readonly<Record<string, number>>,
  ][] = [
    ['are none at first', () => undefined, 0, { a: 0 }],
    [
      'count where a feasible node is',
      (domains) => {
        domains.addNodes('a', 1);
        domains.addPods('a', 2);
        domains.addPods('b', 3);
      },
      1,
      { a: 2, b: 0 },
    ],
    [
      'remember pods until a node is feasible',
      (domains) => {
        domains.addPods('a', 2);
        domains.addNodes('a', 1);
      },
      1,
      { a: 2 },
    ],
    [
      'count as long as one node is left',
      (domains) => {
        domains.addNodes('a', 2);
        domains.addPods('a', 1);
        domains.addNodes('a', -1);
      },
      1,
      { a: 1 },
    ],
    [
      'count no more when the last is gone',
      (domains) => {
        domains.addNodes('a', 1);
        domains.addPods('a', 1);
        domains.addNodes('a', -1);
      },
      0,
      { a: 0 },
    ],
    [
      'follow pods both ways',
      (domains) => {
        domains.addNodes('a', 1);
        domains.addPods('a', 3);
        domains.addPods('a', -2);
      },
      1,
      { a: 1 },
    ],
    [
      'take the empty value for a value',
      (domains) => {
        domains.addNodes('', 1);
        domains.addPods('', 1);
      },
      1,
      { '': 1 },
    ],
  ];
  test.each(cases)('%s', (_name, change, size, pods) => {
    const domains = new SoftDomains();
    change(domains);
    expect(domains.size).toBe(size);
    expect(Object.fromEntries(Object.keys(pods).map((value) => [value, domains.of(value)]))).toEqual(pods);
  });
});
