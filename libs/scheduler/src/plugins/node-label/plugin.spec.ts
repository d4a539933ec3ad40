import { readProfile } from '../../configuration/read-profile.js';
import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { nodeLabel } from './plugin.js';

const snapshot = () =>
  makeSnapshot([
    makeNode('plain'),
    makeNode('ssd').labels({ disk: 'ssd' }),
    makeNode('tape').labels({ disk: '', tape: '' }),
  ]);

describe('NodeLabel', () => {
  test('wants every present label and no absent one, whatever their values', () => {
    const args = { presentLabels: ['disk'], absentLabels: ['tape'] };
    const unwanted = "UnschedulableAndUnresolvable: node(s) didn't have the requested labels";
    expect(runPlugin(nodeLabel, { pod: makePod('p'), snapshot: snapshot(), args }).filter).toEqual({
      plain: unwanted,
      tape: unwanted,
    });
  });
  test('scores the share of preferences that are met, truncated', () => {
    const args = { presentLabelsPreference: ['disk', 'gpu'], absentLabelsPreference: ['tape'] };
    expect(runPlugin(nodeLabel, { pod: makePod('p'), snapshot: snapshot(), args }).normalized).toEqual({
      plain: 33,
      ssd: 66,
      tape: 33,
    });
  });
  test('without args lets everything pass and scores 0', () => {
    const { filter, normalized } = runPlugin(nodeLabel, { pod: makePod('p'), snapshot: snapshot() });
    expect([filter, normalized]).toEqual([{}, { plain: 0, ssd: 0, tape: 0 }]);
  });
  test('refuses a label that is wanted and unwanted, at its field', () => {
    const read = readProfile({
      pluginConfig: [
        { name: 'NodeLabel', args: { presentLabelsPreference: ['a', 'b'], absentLabelsPreference: ['b'] } },
      ],
    });
    expect('problems' in read && read.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'pluginConfig[0].args.absentLabelsPreference[0]: detecting at least one label (e.g., "b") that exist in both ' +
        'the present([a b]) and absent([b]) label list',
    ]);
  });
});
