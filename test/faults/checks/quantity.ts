const NANO = 10n ** 9n;
const UNITS: Readonly<{ [unit: string]: bigint }> = {
  n: 1n,
  u: 10n ** 3n,
  m: 10n ** 6n,
  '': NANO,
  k: NANO * 10n ** 3n,
  M: NANO * 10n ** 6n,
  G: NANO * 10n ** 9n,
  T: NANO * 10n ** 12n,
  Ki: NANO * 1024n,
  Mi: NANO * 1024n ** 2n,
  Gi: NANO * 1024n ** 3n,
  Ti: NANO * 1024n ** 4n,
};

/** A Kubernetes quantity as an exact number of 10^-9. @throws of one that this check does not read */
export function nanos(quantity: string): bigint {
  const parts = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)$/.exec(quantity);
  const unit = UNITS[parts?.[3] ?? ''];
  if (parts === null || unit === undefined) throw new Error(`a quantity that this check does not read: ${quantity}`);
  const decimals = parts[2] ?? '';
  return (BigInt(`${parts[1]}${decimals}`) * unit) / 10n ** BigInt(decimals.length);
}
