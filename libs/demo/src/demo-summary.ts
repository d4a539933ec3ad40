import type { DemoResult } from './run-demo.js';
import type { HistoryResult } from './run-history.js';

/** The result in words, for a terminal. */
export function demoSummary({ cluster, imported, gpus, run, seconds, reasons }: DemoResult, url: string): string {
  const { selected: decided, ...counts } = run.counts;
  const outcomes: readonly (readonly [string, number])[] = Object.entries(counts);
  const example = reasons[0]?.example ?? 'openb-pod-0000';
  return [
    `Cluster ${cluster}: ${imported.nodes} nodes and ${imported.pods} pods of the openb trace, imported in ` +
      `${imported.seconds.toFixed(1)} s.`,
    `  The pods want ${gpus.wanted} GPUs and there are ${gpus.there}; ${gpus.shared} pods share a GPU in the trace ` +
      'and get a whole one here.',
    `Decided ${decided} pods in ${seconds.toFixed(1)} s, ${Math.round(decided / seconds)} a second, every verdict ` +
      `and score of all ${imported.nodes} nodes kept.`,
    ...outcomes.filter(([, count]) => count > 0).map(([outcome, count]) => `  ${String(count).padStart(6)} ${outcome}`),
    'Why pods are unschedulable:',
    ...reasons
      .slice(0, 5)
      .map(({ message, pods, example }) => `  ${String(pods).padStart(6)} ${message} (e.g. ${example})`),
    ...(reasons.length > 5 ? [`         and ${reasons.length - 5} more kinds`] : []),
    'On the web page:',
    `  ${pageOf(url, cluster, 'pending')}`,
    `  ${pageOf(url, cluster, 'decisions')}?outcome=unschedulable`,
    `  ${pageOf(url, cluster, 'pods', 'openb', example)}`,
    '',
  ].join('\n');
}

/** The same of the cluster with a history. */
export function historySummary({ cluster, fork, revision, seconds }: HistoryResult, url: string): string {
  return [
    `Cluster ${cluster}: a part of the trace in ${revision} revisions, ${seconds.toFixed(1)} s: pods come and go, ` +
      'two profiles place them,',
    `  a rack is in maintenance for a while, urgent pods evict others; its fork ${fork} packs what is pending.`,
    `  ${pageOf(url, cluster)}`,
    `  ${pageOf(url, cluster, 'runs')}`,
    `  ${pageOf(url, fork)}`,
    '',
  ].join('\n');
}

/** The address of a view of the web page. */
function pageOf(url: string, cluster: string, ...view: readonly string[]): string {
  return `${url}/ui/clusters/${[cluster, ...view].map(encodeURIComponent).join('/')}`;
}
