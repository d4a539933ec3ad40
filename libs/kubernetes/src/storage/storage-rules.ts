import {
  checkName,
  checkSupported,
  dnsSubdomainProblems,
  formatQuantity,
  isQuantityProblem,
  parseQuantity,
  value,
  ZERO_QUANTITY,
  type JudgedField,
  type Quantity,
} from '#apimachinery';

const ACCESS_MODES: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES: readonly string[] = ['Block', 'Filesystem'];

/** How a volume is mounted, or a claim wants to; `detail` says what is missing where there is none. */
export function checkAccessModes(modes: readonly string[], detail: string, at: JudgedField): void {
  if (modes.length === 0) at.required(detail);
  for (const mode of modes) checkSupported(mode, ACCESS_MODES, at);
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode));
  if (modes.includes('ReadWriteOncePod') && others)
    at.forbidden('may not use ReadWriteOncePod with other access modes');
}

/** Whether it holds files or blocks. */
export function checkVolumeMode(mode: string | undefined, at: JudgedField): void {
  checkSupported(mode, VOLUME_MODES, at);
}

/** The name of a storage class; none is fine. */
export function checkClassName(name: string | undefined, at: JudgedField): void {
  if (name !== undefined && name !== '') checkName(name, dnsSubdomainProblems, at);
}

/** An amount that is not less than nothing. */
export function checkNotBelowZero(text: string | number, at: JudgedField): void {
  const amount = parseQuantity(text);
  if (!isQuantityProblem(amount) && amount.unscaled < 0n)
    at.invalid(Number(value(amount)), 'must be a valid resource quantity');
}

/** An amount that is more than nothing. */
export function checkPositive(text: string | number, at: JudgedField): void {
  const amount = parseQuantity(text);
  if (!isQuantityProblem(amount) && amount.unscaled <= 0n)
    at.invalid(formatQuantity(amount), 'must be greater than zero');
}

/** An amount; what is absent or no amount is nothing. */
export function amountOf(text: string | number | undefined): Quantity {
  const amount = parseQuantity(text ?? 0);
  return isQuantityProblem(amount) ? ZERO_QUANTITY : amount;
}
