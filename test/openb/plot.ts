import { init } from 'echarts';
import type { Curve, Reading } from './curve.js';

/** Allocation begins to differ where this much has been asked for, in percent of the capacity. */
const FROM = 80;
const UNTIL = 130;
const PANELS = [
  { field: 'allocated', from: FROM, title: 'GPUs allocated, % of all' },
  { field: 'fragmented', from: 0, title: 'GPUs fragmented, % of all' },
] as const;

/** A drawing (SVG) of what was allocated and what was fragmented while pods arrived, a line for each policy. */
export function plotOf(title: string, curves: ReadonlyMap<string, Curve>): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 1080, height: 480 });
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    title: { text: title, left: 'center' },
    legend: { bottom: 0 },
    grid: PANELS.map((_, at) => ({ left: `${6 + 49 * at}%`, width: '42%', top: 70, bottom: 80 })),
    xAxis: PANELS.map(({ from }, gridIndex) => ({
      ...{ gridIndex, min: from, max: UNTIL, type: 'value' },
      ...{ name: 'GPUs that arrived pods asked for, % of all', nameLocation: 'middle', nameGap: 28 },
    })),
    yAxis: PANELS.map(({ title: name }, gridIndex) => ({
      ...{ gridIndex, name, type: 'value', scale: true },
      nameTextStyle: { align: 'left' },
    })),
    series: PANELS.flatMap(({ field, from }, at) =>
      [...curves].map(([name, curve]) => ({
        ...{ name, type: 'line', showSymbol: false, xAxisIndex: at, yAxisIndex: at },
        data: pointsOf(curve, { field, from }),
      })),
    ),
  });
  const drawing = chart.renderToSVGString();
  chart.dispose();
  return drawing;
}

function pointsOf(
  curve: Curve,
  { field, from }: { readonly field: keyof Reading; readonly from: number },
): readonly (readonly [number, number])[] {
  return curve.flatMap((reading, percent) => (percent < from ? [] : [[percent, reading[field]] as const]));
}
