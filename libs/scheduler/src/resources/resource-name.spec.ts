import { isExtendedResource, isScalarResource } from './resource-name.js';

describe('resource names', () => {
  const cases: [name: string, extended: boolean, scalar: boolean][] = [
    ['cpu', false, false],
    ['memory', false, false],
    ['pods', false, false],
    ['made-up', false, false],
    ['nvidia.com/gpu', true, true],
    ['hugepages-2Mi', false, true],
    ['attachable-volumes-aws-ebs', false, true],
    ['kubernetes.io/thing', false, true],
    ['node.kubernetes.io/thing', false, true],
    ['requests.nvidia.com/gpu', false, false],
    ['UPPER.com/gpu', false, false],
    ['a/b/c', false, false],
    [`a.com/${'x'.repeat(64)}`, false, false],
  ];
  test.each(cases)('%s: extended %p, scalar %p', (name, extended, scalar) => {
    expect([isExtendedResource(name), isScalarResource(name)]).toEqual([extended, scalar]);
  });
});
