import { makeMonth } from './made-month.js';
import { TestApi } from './test-api.js';

/** A row of a report. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;
type Lists = Readonly<Record<string, string>>;
/** An object as the export has it. */
export interface Thing {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly creationTimestamp: string;
    readonly labels?: Lists;
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
  };
  readonly spec: {
    readonly nodeName?: string;
    readonly priority?: number;
    readonly hard?: Lists;
    readonly containers: readonly { readonly resources: { readonly requests?: Lists; readonly limits?: Lists } }[];
  };
  readonly status: { readonly phase?: string; readonly allocatable: Lists; readonly used?: Lists };
}

/** The cluster of a spec, and what of it a report is compared with: what the API lists, with arithmetic of its own. */
export let api: TestApi;
/** The period, up to the last revision. */
export let from: string;
export let to: string;
let cluster: string;
let objects: readonly Thing[];

export async function begin(): Promise<void> {
  api = await TestApi.ofTeam();
  cluster = await makeMonth(api, api.team);
  const revisions = (await api.get(path('revisions')).expect(200)).body.items as { at: string }[];
  [from = '', to = ''] = [revisions.at(-1)?.at, revisions[0]?.at];
  const { position } = await rowsAt('capacity', `from=${from}&to=${to}`);
  objects = (await api.get(path(`export?at=${position}`)).expect(200)).body.items as Thing[];
}

export const path = (rest: string): string => `/v1/clusters/${cluster}/${rest}`;

async function rowsAt(report: string, query: string): Promise<{ readonly position: string; readonly items: Row[] }> {
  const { body } = await api.get(path(`reports/${report}?${query}`)).expect(200);
  return { position: body.clusters[0].position as string, items: body.items as Row[] };
}
export const rows = async (report: string, query = ''): Promise<Row[]> =>
  (await rowsAt(report, `from=${from}&to=${to}&${query}`)).items;

const UNITS: Readonly<Record<string, number>> = { m: 0.001, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };
export function amount(text = '0'): number {
  const [, digits = '', unit = ''] = /^([\d.]+)(\w*)$/.exec(text) ?? [];
  return Number(digits) * (UNITS[unit] ?? 1);
}
export const sum = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((all, one) => all + one, 0) * 1e6) / 1e6;
export const total = (all: readonly Row[], column: string): number => sum(all.map((row) => Number(row[column])));
export const ofKind = (kind: string): Thing[] => objects.filter((one) => one.kind === kind);
export const asked = ({ spec }: Thing, list: 'requests' | 'limits', resource: string): number =>
  sum(spec.containers.map(({ resources }) => amount(resources[list]?.[resource])));
export const placed = (): Thing[] =>
  ofKind('Pod').filter(({ spec }) => ofKind('Node').some(({ metadata }) => metadata.name === spec.nodeName));
export const waiting = (): Thing[] => ofKind('Pod').filter(({ spec }) => spec.nodeName === undefined);

export const isWeb = ({ metadata }: Thing): boolean => metadata.labels?.['app'] === 'web';

export interface Decision {
  readonly at: string;
  readonly outcome: string;
  readonly node: string | null;
  readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string };
  readonly best: {
    readonly total: string;
    readonly ties: number;
    readonly runnerUp: { readonly total: string } | null;
  } | null;
  readonly rejections: readonly {
    readonly plugin: string;
    readonly reason: string;
    readonly nodes: Readonly<Record<'first' | 'any' | 'sole', number>>;
  }[];
}
export const decisionsIn = async (): Promise<Decision[]> =>
  ((await api.get(path('decisions?pageSize=500')).expect(200)).body.items as Decision[]).filter(
    ({ at }) => at >= from && at < to,
  );

export interface Change {
  readonly position: string;
  readonly revision: string;
  readonly at: string;
  readonly op: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly object?: Thing;
  readonly patch?: { readonly spec?: { readonly nodeName?: string } };
}
export const changesIn = async (): Promise<Change[]> =>
  ((await api.get(path('changes?pageSize=500')).expect(200)).body.items as Change[])
    .filter(({ at, op }) => at >= from && at < to && op !== 'note')
    .sort((a, b) => Number(a.position) - Number(b.position));
