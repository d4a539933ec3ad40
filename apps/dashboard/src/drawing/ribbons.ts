/** So many go from one group to another. */
export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** A group as a bar at one side. */
export interface FlowBar {
  readonly name: string;
  readonly count: number;
  readonly top: number;
  readonly height: number;
}

interface Ribbon extends Flow {
  /** The `d` of its outline. */
  readonly path: string;
}

interface FlowLayout {
  readonly left: readonly FlowBar[];
  readonly right: readonly FlowBar[];
  readonly ribbons: readonly Ribbon[];
  readonly height: number;
}

/** Between two bars of a side. */
const GAP = 10;
/** A bar of few among many is still seen. */
const LEAST = 6;

/** Flows as ribbons between two columns of bars, each as high as what goes through it, the largest at the top. */
export function flowLayout(flows: readonly Flow[], { width, height }: { width: number; height: number }): FlowLayout {
  const total = flows.reduce((sum, { count }) => sum + count, 0);
  const perOne = total === 0 ? 0 : height / total;
  const left = barsOf(flows, 'from', perOne);
  const right = barsOf(flows, 'to', perOne);
  const used = new Map<FlowBar, number>();
  const ribbons = left.flatMap((start) =>
    right.flatMap((end) => {
      const found = flows.find(({ from, to }) => from === start.name && to === end.name);
      if (found === undefined) return [];
      const [y0, h0] = piece(start, found.count, used);
      const [y1, h1] = piece(end, found.count, used);
      const middle = width / 2;
      const path =
        `M0 ${y0}C${middle} ${y0} ${middle} ${y1} ${width} ${y1}V${y1 + h1}` +
        `C${middle} ${y1 + h1} ${middle} ${y0 + h0} 0 ${y0 + h0}Z`;
      return [{ ...found, path }];
    }),
  );
  const bottom = [left, right].map((bars) => bars.at(-1)).map((bar) => (bar === undefined ? 0 : bar.top + bar.height));
  return { left, right, ribbons, height: Math.max(0, ...bottom) };
}

function barsOf(flows: readonly Flow[], side: 'from' | 'to', perOne: number): readonly FlowBar[] {
  const counts = new Map<string, number>();
  for (const flow of flows) counts.set(flow[side], (counts.get(flow[side]) ?? 0) + flow.count);
  let top = 0;
  return [...counts]
    .sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
    .map(([name, count]) => {
      const bar = { name, count, top: round(top), height: round(Math.max(LEAST, count * perOne)) };
      top += bar.height + GAP;
      return bar;
    });
}

/** The next free part of a bar. */
function piece(bar: FlowBar, count: number, used: Map<FlowBar, number>): readonly [top: number, height: number] {
  const before = used.get(bar) ?? 0;
  used.set(bar, before + count);
  return [round(bar.top + (bar.height * before) / bar.count), round((bar.height * count) / bar.count)];
}

function round(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}
