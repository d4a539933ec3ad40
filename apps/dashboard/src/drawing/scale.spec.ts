import { differenceColour, inkOn, scaleColour } from './scale.js';

test.each([
  [0, 'rgb(0 34 78)'],
  [0.5, 'rgb(125 124 118)'],
  [1, 'rgb(254 232 56)'],
  [7, 'rgb(254 232 56)'],
  [-1, 'rgb(0 34 78)'],
])('%d has the colour %s', (share, colour) => {
  expect(scaleColour(share)).toBe(colour);
});

test.each([
  [-1, 'rgb(33 102 172)'],
  [0, 'rgb(247 247 247)'],
  [1, 'rgb(179 88 6)'],
])('a difference of %d has the colour %s', (difference, colour) => {
  expect(differenceColour(difference)).toBe(colour);
});

test.each([
  ['#ffffff', '#000'],
  ['#fee838', '#000'],
  ['#767676', '#000'],
  ['#757575', '#fff'],
  ['#00224e', '#fff'],
  ['#000000', '#fff'],
])('on %s the ink is %s', (colour, ink) => {
  expect(inkOn(colour)).toBe(ink);
});
