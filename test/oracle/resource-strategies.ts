/** What is requested of a resource of a node, of how much, and how heavily it weighs. */
export interface Share {
  readonly requested: bigint;
  readonly capacity: bigint;
  readonly weight: bigint;
}

/** The more is left, the better. */
export function leastAllocated(shares: readonly Share[]): number {
  return weighted(shares, ({ requested, capacity }) =>
    requested > capacity ? 0n : int64((capacity - requested) * 100n) / capacity,
  );
}

/** The less is left, the better. */
export function mostAllocated(shares: readonly Share[]): number {
  return weighted(
    shares,
    ({ requested, capacity }) => int64((requested > capacity ? capacity : requested) * 100n) / capacity,
  );
}

/** Products are of 64 bits, as Go's: beyond that they wrap. */
function int64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

function weighted(shares: readonly Share[], scoreOf: (share: Share) => bigint): number {
  let score = 0n;
  let weights = 0n;
  for (const share of shares) {
    score += scoreOf(share) * share.weight;
    weights += share.weight;
  }
  return weights === 0n ? 0 : Number(score / weights);
}

/**
 * As the shape says: straight lines between its points (utilization 0..100, score 0..10). Resources
 * that score 0 do not weigh.
 */
export function requestedToCapacityRatio(
  shares: readonly Share[],
  shape: readonly { utilization: number; score: number }[],
): number {
  let score = 0n;
  let weights = 0n;
  for (const { requested, capacity, weight } of shares) {
    const utilization = requested > capacity ? 100n : int64(requested * 100n) / capacity;
    const own = onShape(utilization, shape);
    if (own <= 0n) continue;
    score += own * weight;
    weights += weight;
  }
  return weights === 0n ? 0 : Math.round(Number(score) / Number(weights));
}

function onShape(utilization: bigint, shape: readonly { utilization: number; score: number }[]): bigint {
  const points = shape.map((point) => ({ at: BigInt(point.utilization), score: BigInt(point.score) * 10n }));
  let before = points[0];
  for (const point of points) {
    if (utilization <= point.at) {
      if (before === undefined || before === point) return point.score;
      return before.score + ((point.score - before.score) * (utilization - before.at)) / (point.at - before.at);
    }
    before = point;
  }
  return before?.score ?? 0n;
}
