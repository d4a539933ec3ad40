import { Dice } from './dice.js';

test('one seed draws the same, another something else', () => {
  const draw = (dice: Dice): string[] => [dice.uid(), dice.suffix(), dice.uid()];
  expect(draw(new Dice('1'))).toEqual(draw(new Dice('1')));
  expect(draw(new Dice('1'))).not.toEqual(draw(new Dice('2')));
});

test('dice go on from where others stopped', () => {
  const dice = new Dice('a');
  dice.uid();
  const rest = new Dice('a', dice.draws);
  expect([rest.suffix(), rest.uid()]).toEqual([dice.suffix(), dice.uid()]);
});

test('uids and suffixes have their forms', () => {
  const dice = new Dice('b');
  for (let count = 0; count < 50; count += 1) {
    expect(dice.uid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(dice.suffix()).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  }
});
