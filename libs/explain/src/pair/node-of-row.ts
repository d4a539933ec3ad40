import { formatQuantity, requireQuantity } from '#apimachinery';
import { imageLocality, PODS, type IncomingPod, type Node, type ReadableSnapshot } from '#scheduler';

/** An amount of the engine (cpu in thousandths, the rest in units or bytes) as a quantity. */
export function quantityOf(resource: string, amount: bigint): string {
  if (resource === 'cpu') return amount % 1000n === 0n ? String(amount / 1000n) : `${amount}m`;
  for (const [unit, size] of UNITS)
    if (IN_BYTES.test(resource) && amount !== 0n && amount % size === 0n) return `${amount / size}${unit}`;
  return formatQuantity(requireQuantity(String(amount)));
}

const IN_BYTES = /^(memory|ephemeral-storage|hugepages-.*)$/;

const UNITS = [
  ['Gi', 2n ** 30n],
  ['Mi', 2n ** 20n],
  ['Ki', 2n ** 10n],
] as const;

/** The node of a row, as far as this pod can tell it from the real one: of images those that the pod asks for. */
export function nodeOfRow(snapshot: ReadableSnapshot, row: number, pod: IncomingPod): Node {
  const { name = '', labels = {} } = snapshot.nodes[row] ?? {};
  const allocatable = [...snapshot.resources.values()].map((resource): [string, string] => [
    resource.name,
    quantityOf(resource.name, resource.allocatable.at(row)),
  ]);
  return {
    metadata: { name, labels },
    spec: { unschedulable: snapshot.unschedulable[row] === 1, taints: snapshot.taints[row] ?? [] },
    status: {
      allocatable: { ...Object.fromEntries(allocatable), [PODS]: String(snapshot.allowedPods[row] ?? 0) },
      images: imagesOf(snapshot, row, pod),
    },
  };
}

function imagesOf(
  snapshot: ReadableSnapshot,
  row: number,
  { pod: { spec } }: IncomingPod,
): NonNullable<NonNullable<Node['status']>['images']> {
  const named = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])].map(({ image = '' }) => image);
  const images = snapshot.state(imageLocality.images);
  const names = new Set(named.flatMap((image) => [image, `${image}:latest`]));
  return [...names].flatMap((name) => {
    const image = images.get(name);
    return image?.rows.has(row) ? [{ names: [name], sizeBytes: image.sizeBytes }] : [];
  });
}
