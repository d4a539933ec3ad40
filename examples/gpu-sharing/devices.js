/** What a GPU is in thousandths. A pod asks for less than one of them, or for whole ones. */
export const WHOLE = 1000;

/**
 * What a pod asks for: so many GPUs, of each so much (thousandths), and cpu (thousandths). Null where the amount is
 * more than one GPU and not whole ones: no device can give that.
 */
export function demandOf({ requests }, { resource }) {
  const amount = requests[resource] ?? 0;
  const cpu = requests.cpu ?? 0;
  if (amount < WHOLE) return { cpu, gpus: amount > 0 ? 1 : 0, milli: amount };
  return amount % WHOLE === 0 ? { cpu, gpus: amount / WHOLE, milli: WHOLE } : null;
}

/** A node without pods: cpu left, what each device has left, and how many pods of each kind of demand it holds. */
export function emptyNode({ metadata, allocatable }, { resource, modelLabel }) {
  return {
    name: metadata.name,
    model: metadata.labels[modelLabel] ?? '',
    cpu: allocatable.cpu ?? 0,
    free: new Array(Math.floor((allocatable[resource] ?? 0) / WHOLE)).fill(WHOLE),
    kinds: new Map(),
    fragmentation: undefined,
  };
}

/** Puts a pod on devices of the node: what was found out about it holds no more. */
export function take(node, demand, devices) {
  node.cpu -= demand.cpu;
  node.fragmentation = undefined;
  if (demand.gpus === 0) return;
  for (const device of devices) node.free[device] -= demand.milli;
  node.kinds.set(kindOf(demand), (node.kinds.get(kindOf(demand)) ?? 0) + 1);
}

/** Demands of one kind: a share of a GPU, or so many whole ones. */
export function kindOf({ gpus, milli }) {
  return milli < WHOLE ? 'share' : `${gpus} whole`;
}

/** Whether enough devices have enough left. */
export function hasDevices({ free }, { gpus, milli }) {
  let wanting = gpus;
  for (const left of free) if (left >= milli) wanting -= 1;
  return wanting <= 0;
}

/** What all devices together have left. */
export function idleOf({ free }) {
  let idle = 0;
  for (const left of free) idle += left;
  return idle;
}

/** The devices that could give so much, ascending. */
export function devicesWith({ free }, milli) {
  const devices = [];
  for (let device = 0; device < free.length; device += 1) if (free[device] >= milli) devices.push(device);
  return devices;
}

/** Whole GPUs: the first that nobody uses. */
export function wholeDevices(node, gpus) {
  return devicesWith(node, WHOLE).slice(0, gpus);
}

/** The device that would have least left, of equals the first. */
export function tightestDevice(node, { milli }) {
  return devicesWith(node, milli).reduce((best, device) => (node.free[device] < node.free[best] ? device : best));
}
