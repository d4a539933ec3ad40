/** A Kubernetes object as an export gives it. */
export interface ExportedObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly { readonly resources?: { readonly requests?: Readonly<Record<string, string>> } }[];
  };
  readonly status?: { readonly phase?: string; readonly allocatable?: Readonly<Record<string, string>> };
}

/**
 * Nodes that carry more than they have, recomputed from exported objects alone. For pods without init containers,
 * overhead and pod-level resources. Shares no code with the engine: amounts are exact integers of 10^-9.
 */
export function overAllocated(objects: readonly ExportedObject[]): string[] {
  const requested = new Map<string, Map<string, bigint>>();
  for (const { kind, spec, status } of objects) {
    if (kind !== 'Pod' || spec?.nodeName === undefined || status?.phase === 'Succeeded' || status?.phase === 'Failed')
      continue;
    const sums = requested.get(spec.nodeName) ?? new Map<string, bigint>();
    requested.set(spec.nodeName, sums);
    sums.set('pods', (sums.get('pods') ?? 0n) + NANO);
    for (const { resources } of spec.containers ?? []) {
      for (const [name, amount] of Object.entries(resources?.requests ?? {}))
        sums.set(name, (sums.get(name) ?? 0n) + nanos(amount));
    }
  }
  return objects
    .filter(({ kind }) => kind === 'Node')
    .flatMap(({ metadata: { name }, status }) =>
      [...(requested.get(name) ?? [])].flatMap(([resource, sum]) => {
        const allocatable = nanos(status?.allocatable?.[resource] ?? '0');
        return sum > allocatable ? [`node ${name}: ${resource} ${sum} requested of ${allocatable} (10^-9)`] : [];
      }),
    );
}

const NANO = 10n ** 9n;
const UNITS: Readonly<Record<string, bigint>> = {
  m: 10n ** 6n,
  '': NANO,
  k: 10n ** 12n,
  M: 10n ** 15n,
  G: 10n ** 18n,
  T: 10n ** 21n,
  Ki: NANO * 1024n,
  Mi: NANO * 1024n ** 2n,
  Gi: NANO * 1024n ** 3n,
  Ti: NANO * 1024n ** 4n,
};

function nanos(text: string): bigint {
  const parts = /^(\d+)(\.\d+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/.exec(text);
  const unit = UNITS[parts?.[3] ?? ''];
  if (parts === null || unit === undefined) throw new Error(`an amount that this check does not read: ${text}`);
  const decimals = (parts[2] ?? '.').slice(1);
  return (BigInt(`${parts[1]}${decimals}`) * unit) / 10n ** BigInt(decimals.length);
}
