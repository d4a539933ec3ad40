import { Dice } from '../../oracle/generator/dice.js';
import { hundredClasses } from '../made-workloads.js';
import { quantile } from '../quantile.js';
import { BenchService } from '../service/bench-service.js';
import { prepareCluster } from '../service/prepare-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

const PAGE_ROWS = 100;

/**
 * Reading why, over REST: one node's row, and a page of rows, of decisions at random in a
 * finished run of a hundred classes.
 */
export const traces: FurtherFigure = {
  size: { nodes: 5000, pods: 10_000, rounds: 300 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(
  { client }: BenchService,
  { nodes, pods, rounds, progress }: FigureOptions,
): Promise<FigureValues> {
  progress('preparing', 0, rounds);
  const { clusterId } = await prepareCluster(client, hundredClasses({ nodes, pods }));
  const { answer: run } = await client.schedule({ clusterId });
  const dice = new Dice(1);
  const decisions = run.counts.scheduled + run.counts.unschedulable;
  const read = async (query: string, rows: number): Promise<number> => {
    const { answer, ms } = await client.get(
      `/v1/clusters/${clusterId}/decisions/${run.uid}.${dice.between(0, decisions - 1)}/trace?${query}`,
    );
    const { items } = JSON.parse(answer.text) as { readonly items: readonly object[] };
    if (items.length !== rows) throw new Error(`${query}: ${items.length} rows instead of ${rows}`);
    return ms;
  };
  const rowMs: number[] = [];
  const pageMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    progress('reading', round, rounds);
    rowMs.push(await read(`node=node-${dice.between(0, nodes - 1)}`, 1));
    pageMs.push(await read(`pageSize=${PAGE_ROWS}`, Math.min(PAGE_ROWS, nodes)));
  }
  return {
    rowP50Ms: quantile(rowMs, 0.5),
    rowP95Ms: quantile(rowMs, 0.95),
    pageP50Ms: quantile(pageMs, 0.5),
    pageP95Ms: quantile(pageMs, 0.95),
  };
}
