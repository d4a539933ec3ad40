import { SoftDomains } from './soft-domains.js';

const [a, b] = [0, 1];

describe('domains of a soft constraint', () => {
  const cases: [name: string, change: (domains: SoftDomains) => void, size: number, pods: readonly number[]][] = [
    ['are none at first', () => undefined, 0, [0]],
    [
      'count where a feasible node is',
      (domains) => {
        domains.addNodes(a, 1);
        domains.addPods(a, 2);
        domains.addPods(b, 3);
      },
      1,
      [2, 0],
    ],
    [
      'remember pods until a node is feasible',
      (domains) => {
        domains.addPods(a, 2);
        domains.addNodes(a, 1);
      },
      1,
      [2],
    ],
    [
      'count as long as one node is left',
      (domains) => {
        domains.addNodes(a, 2);
        domains.addPods(a, 1);
        domains.addNodes(a, -1);
      },
      1,
      [1],
    ],
    [
      'count no more when the last is gone',
      (domains) => {
        domains.addNodes(a, 1);
        domains.addPods(a, 1);
        domains.addNodes(a, -1);
      },
      0,
      [0],
    ],
    [
      'follow pods both ways',
      (domains) => {
        domains.addNodes(a, 1);
        domains.addPods(a, 3);
        domains.addPods(a, -2);
      },
      1,
      [1],
    ],
  ];
  test.each(cases)('%s', (_name, change, size, pods) => {
    const domains = new SoftDomains();
    change(domains);
    expect(domains.size).toBe(size);
    expect(pods.map((_, domain) => domains.of(domain))).toEqual(pods);
  });
});
