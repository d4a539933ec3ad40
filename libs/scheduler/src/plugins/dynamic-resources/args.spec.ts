import { FieldReader } from '../../fields/index.js';
import { readDynamicResourcesArgs } from './args.js';

const read = (value: unknown) => {
  const reader = new FieldReader(value);
  const args = readDynamicResourcesArgs(reader);
  reader.done();
  return { args, problems: reader.problems.map(({ field, message }) => `${field}: ${message}`) };
};

describe('the args of DynamicResources', () => {
  test('say 10s where they say nothing', () =>
    expect(read({})).toEqual({ args: { filterTimeout: '10s' }, problems: [] }));

  test.each(['0', '-0s', '0s', '+1h2m3.5s', '.5ms'])('accept %s', (filterTimeout) => {
    expect(read({ filterTimeout })).toEqual({ args: { filterTimeout }, problems: [] });
  });

  const refused: [filterTimeout: string, want: string][] = [
    ['', 'must be a duration such as 10s'],
    ['10', 'must be a duration such as 10s'],
    ['-1ms', 'must be zero or positive'],
  ];
  test.each(refused)('refuse %j', (filterTimeout, want) => {
    expect(read({ filterTimeout }).problems).toEqual([`filterTimeout: Invalid value: "${filterTimeout}": ${want}`]);
  });
});
