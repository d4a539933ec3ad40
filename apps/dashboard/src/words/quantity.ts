const POWERS: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
};

/** How much a Kubernetes quantity is, for drawing and sorting: `1500m` is 1.5. As the service prints them. */
export function quantityValue(quantity: string): number {
  const [, number = 'NaN', suffix = ''] = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(\D*)$/.exec(quantity) ?? [];
  return Number(number) * (POWERS[suffix] ?? NaN);
}
