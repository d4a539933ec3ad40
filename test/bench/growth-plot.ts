import { init } from 'echarts';
import type { Result } from './report.js';

type Figure = Pick<Result, 'workload' | 'podsPerCpuSecond'>;

interface Line {
  readonly name: string;
  /** What grows, and the workload that has so many of it. */
  readonly points: readonly (readonly [count: number, workload: string])[];
}

interface Panel {
  readonly grows: string;
  readonly lines: readonly Line[];
}

const PANELS: readonly Panel[] = [
  {
    grows: 'nodes',
    lines: [
      {
        name: '100 classes in turn',
        points: [
          [5_000, 'SchedulingBasic100/5000'],
          [50_000, 'SchedulingBasic100/50000'],
        ],
      },
      {
        name: 'pods of 100 Services, spread',
        points: [
          [5_000, 'Services100/5000'],
          [50_000, 'Services100/50000'],
        ],
      },
    ],
  },
  {
    grows: 'classes, 5,000 nodes',
    lines: [
      {
        name: 'as many classes in turn',
        points: [
          [100, 'SchedulingBasic100/5000'],
          [800, 'Classes800/5000'],
          [1_000, 'Classes1000/5000'],
        ],
      },
      { name: 'no two pods alike', points: [[5_000, 'AllDistinct/5000']] },
    ],
  },
];

/** A drawing (SVG) of how the rate of deciding falls as nodes and classes become more; both axes are logarithmic. */
export function growthPlot(figures: readonly Figure[]): string {
  const rates = new Map(figures.map(({ workload, podsPerCpuSecond }) => [workload, podsPerCpuSecond]));
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 1080, height: 440 });
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    // Without a browser text is measured too narrow.
    legend: { bottom: 0, itemGap: 56 },
    grid: PANELS.map((_, at) => ({ left: `${6 + 49 * at}%`, width: '42%', top: 40, bottom: 90 })),
    xAxis: PANELS.map(({ grows, lines }, gridIndex) => ({
      ...{ gridIndex, type: 'log', name: grows, nameLocation: 'middle', nameGap: 28 },
      ...{ min: lowest(lines), axisLabel: { formatter: (count: number) => count.toLocaleString('en') } },
    })),
    yAxis: PANELS.map((_, gridIndex) => ({
      ...{ gridIndex, type: 'log', min: 100, max: 100_000, name: 'pods per CPU second' },
      axisLabel: { formatter: (rate: number) => rate.toLocaleString('en') },
      nameTextStyle: { align: 'left' },
    })),
    series: PANELS.flatMap(({ lines }, at) =>
      lines.map(({ name, points }) => ({
        ...{ name, type: 'line', symbolSize: 8, xAxisIndex: at, yAxisIndex: at },
        data: points.map(([count, workload]) => [count, rateOf(rates, workload)]),
      })),
    ),
  });
  const drawing = chart.renderToSVGString();
  chart.dispose();
  return drawing;
}

/** The power of ten below all counts. */
function lowest(lines: readonly Line[]): number {
  const counts = lines.flatMap(({ points }) => points.map(([count]) => count));
  return 10 ** Math.floor(Math.log10(Math.min(...counts)));
}

/** @throws RangeError where the workload was not measured */
function rateOf(rates: ReadonlyMap<string, number | undefined>, workload: string): number {
  const rate = rates.get(workload);
  if (rate === undefined) throw new RangeError(`there is no rate of ${workload} per second of processor time`);
  return rate;
}
