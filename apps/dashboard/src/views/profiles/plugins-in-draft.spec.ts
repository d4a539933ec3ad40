import { settingOf, withSetting } from './plugins-in-draft.js';

const fit = { name: 'NodeResourcesFit', extensionPoints: ['filter', 'score'], defaultWeight: 1, isDefault: true };
const image = { name: 'ImageLocality', extensionPoints: ['score'], defaultWeight: 1, isDefault: true };
const label = { name: 'NodeLabel', extensionPoints: ['filter', 'score'], defaultWeight: 1, isDefault: false };
const named = (name: string, weight?: number): object => ({ name, ...(weight !== undefined && { weight }) });

test.each([
  ['nothing is said', {}, fit, { isOn: true, weight: 1 }],
  ['it is no default', {}, label, { isOn: false, weight: 1 }],
  ['all are off', { multiPoint: { disabled: [named('*')] } }, fit, { isOn: false, weight: 1 }],
  [
    'all are off but it',
    { multiPoint: { disabled: [named('*')], enabled: [named(fit.name, 4)] } },
    fit,
    { isOn: true, weight: 4 },
  ],
  [
    'its score has another weight',
    { score: { enabled: [named(fit.name, 7)] }, multiPoint: { enabled: [named(fit.name, 4)] } },
    fit,
    { isOn: true, weight: 7 },
  ],
  ['its score is off', { score: { disabled: [named(fit.name)] } }, fit, { isOn: true, weight: 1 }],
  ['its score is off, and it has no more', { score: { disabled: [named('*')] } }, image, { isOn: false, weight: 1 }],
])('a plugin where %s', (_, plugins, plugin, setting) => {
  expect(settingOf({ plugins }, plugin)).toEqual(setting);
});

test.each([
  ['off', {}, fit, { isOn: false, weight: 1 }, { multiPoint: { disabled: [named(fit.name)] } }],
  ['heavier', {}, fit, { isOn: true, weight: 5 }, { multiPoint: { enabled: [named(fit.name, 5)] } }],
  ['on', {}, label, { isOn: true, weight: 1 }, { multiPoint: { enabled: [named(label.name, 1)] } }],
  ['as by default', { multiPoint: { disabled: [named(fit.name)] } }, fit, { isOn: true, weight: 1 }, undefined],
  ['as by default again', { score: { enabled: [named(fit.name, 7)] } }, fit, { isOn: true, weight: 1 }, undefined],
])('a draft in which a plugin is %s', (_, plugins, plugin, setting, expected) => {
  const draft = withSetting({ schedulerName: 's', plugins }, plugin, setting);
  expect(draft).toEqual({ schedulerName: 's', ...(expected && { plugins: expected }) });
  expect(settingOf(draft, plugin)).toEqual(setting);
});
