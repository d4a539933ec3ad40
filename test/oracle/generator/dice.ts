/** Dice that fall the same way for the same seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) >>> 0;
  }

  /** At least 0, less than 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.roll() < probability;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.roll() * (most - least + 1));
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.between(0, choices.length - 1)];
    if (choice === undefined) throw new Error('there is nothing to choose from');
    return choice;
  }

  /** Some of the choices, each at most once, in any order. */
  some<T>(choices: readonly T[], least: number, most: number): T[] {
    const left = [...choices];
    const chosen: T[] = [];
    for (let count = this.between(least, most); count > 0 && left.length > 0; count -= 1) {
      chosen.push(...left.splice(this.between(0, left.length - 1), 1));
    }
    return chosen;
  }

  times<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.between(least, most) }, (_nothing, index) => make(index));
  }

  /** The object, or one without the field: fields are left out, not undefined. */
  maybe<T extends object>(probability: number, make: () => T): T | Record<string, never> {
    return this.chance(probability) ? make() : {};
  }
}
