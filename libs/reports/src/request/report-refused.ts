import type { Outcome, Refusal } from '#requests';

/** Ends a report whose rows cannot be computed, for a reason that its caller can act on. */
export class ReportRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`the report was refused: ${refusal.kind}`);
  }
}

/** @throws ReportRefused with the refusal */
export function valueOrRefused<T>(outcome: Outcome<T>): T {
  if (outcome.refused) throw new ReportRefused(outcome.refusal);
  return outcome.value;
}
