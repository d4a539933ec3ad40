import { FAR, type Disturber } from './disturbers/index.js';
import type { Seeded } from './seeded.js';

/** A fault to come. */
export interface PlannedFault {
  readonly disturber: Disturber;
  /** After the one before it. */
  readonly pauseMs: number;
  readonly lengthMs: number;
  readonly dice: Seeded;
}

/** A stretch of faults, after which everything is looked at. */
export interface PlannedRound {
  readonly number: number;
  /** The database's clock jumps over more than keys are kept. */
  readonly isFar: boolean;
  readonly faults: readonly PlannedFault[];
}

/** How faults follow each other. */
export interface PlanOptions {
  readonly disturbers: readonly Disturber[];
  readonly faults: number;
  readonly perRound: number;
  /** Between the beginnings of two faults, at most. */
  readonly mostPauseMs: number;
}

/** In every so many rounds the clock jumps far. */
const FAR_EVERY = 5;

/** All rounds of a campaign: the same for the same seed. */
export function planRounds(seeded: Seeded, options: PlanOptions): PlannedRound[] {
  const { disturbers, perRound } = options;
  const near = disturbers.filter(({ name }) => !FAR.test(name));
  const rounds: PlannedRound[] = [];
  for (let left = options.faults; left > 0; left -= perRound) {
    const number = rounds.length + 1;
    const isFar = near.length < disturbers.length && (number % FAR_EVERY === 0 || near.length === 0);
    const dice = seeded.branch(`round ${number}`);
    const choices = (isFar ? disturbers : near).map((disturber) => [disturber.weight, disturber] as const);
    const faults = Array.from({ length: Math.min(left, perRound) }, (_, index): PlannedFault => {
      const disturber = dice.weighted(choices);
      return {
        disturber,
        pauseMs: dice.between(0, options.mostPauseMs),
        lengthMs: dice.between(Math.ceil(disturber.mostMs / 10), disturber.mostMs),
        dice: dice.branch(`fault ${index}`),
      };
    });
    rounds.push({ number, isFar, faults });
  }
  return rounds;
}
