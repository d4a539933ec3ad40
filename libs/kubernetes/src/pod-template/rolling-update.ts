import { checkNotNegative, type JudgedField } from '#apimachinery';

/** A number of pods, or a percentage of them. */
export type Share = number | string;

const NO_PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' " +
  "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** A number that is not negative, or a percentage. // as API server v1.34 ValidatePositiveIntOrPercent */
export function checkShare(share: Share | undefined, at: JudgedField): void {
  if (typeof share === 'string' && percentOf(share) === undefined) at.invalid(share, NO_PERCENT);
  else if (typeof share !== 'string') checkNotNegative(share ?? 0, at);
}

/** // as API server v1.34 IsNotMoreThan100Percent */
export function checkAtMostAll(share: Share | undefined, at: JudgedField): void {
  if (typeof share === 'string' && (percentOf(share) ?? 0) > 100) at.invalid(share, 'must not be greater than 100%');
}

/** The number that stands there, with or without its percent sign; 0 where there is none. */
export function amountOf(share: Share | undefined): number {
  if (typeof share !== 'string') return share ?? 0;
  return percentOf(share) ?? (/^[+-]?\d+$/.test(share) ? Number(share) : 0);
}

function percentOf(share: string): number | undefined {
  return /^[0-9]+%$/.test(share) ? Number(share.slice(0, -1)) : undefined;
}
