import { VIEWS } from '../../apps/dashboard/src/views/views.js';

/** What the addresses of views are about: names of a cluster's own, and ids of what happened in it. */
export interface Subjects {
  readonly cluster: string;
  readonly node: string;
  /** `namespace/name`. */
  readonly pod: string;
  readonly run: string;
  readonly decision: string;
  readonly profile: string;
  /** A run that it can be compared with. */
  readonly otherRun: string;
  readonly schedule: string;
}

/**
 * Of every view of the page, by its path in the table of views, what has to be looked at: what stands behind its
 * address, for each of its parts that an address alone opens. The first is the view as the bar leads to it.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/': [''],
  '/access': [''],
  '/schedules': [''],
  '/schedules/$name': [''],
  '/clusters/$cluster': [''],
  '/clusters/$cluster/nodes': ['', '?as=table&sort=-cpu-full', '?by=zone&colour=fits&pod=$pod&node=$node'],
  '/clusters/$cluster/nodes/$name': [''],
  '/clusters/$cluster/pods': [''],
  '/clusters/$cluster/pods/$namespace/$name': [''],
  '/clusters/$cluster/pending': ['', '?by=reason', '?explain=yes'],
  '/clusters/$cluster/decisions': ['', '?outcome=unschedulable'],
  '/clusters/$cluster/decisions/$id': ['', '?whynot=$node', '?against=$node'],
  '/clusters/$cluster/runs': [''],
  '/clusters/$cluster/runs/$id': ['', '?with=$otherRun'],
  '/clusters/$cluster/clock': [''],
  '/clusters/$cluster/mirror': [''],
  '/clusters/$cluster/reports': ['', '?report=capacity&by=node'],
  '/clusters/$cluster/reports/$id': [''],
  '/clusters/$cluster/profiles': [''],
  '/clusters/$cluster/profiles/$name': [''],
  '/clusters/$cluster/diff': [
    '',
    '?from=revision:1',
    '?of=runs&run=$run&with=$otherRun&node=$node',
    '?of=profiles&a=$profile&b=$profile&run=$run',
  ],
  '/clusters/$cluster/what-if': [
    '',
    '?ask=fits',
    '?ask=howMany',
    '?ask=drain',
    '?ask=loss',
    '?ask=nodesNeeded',
    '?ask=repack',
  ],
  '/clusters/$cluster/shares': [''],
  '/clusters/$cluster/audit': ['', '?decision=$decision'],
};

/** The views of the table that nobody looks at, and those that are looked at and are none. */
export function notLookedAt(): string[] {
  const paths = VIEWS.map(({ path }) => path);
  return [...paths.filter((path) => !(path in PARTS)), ...Object.keys(PARTS).filter((path) => !paths.includes(path))];
}

/** Addresses below `/ui`, of every view with all of its parts. */
export function everyPart(subjects: Subjects): readonly string[] {
  return Object.entries(PARTS).flatMap(([path, parts]) => parts.map((part) => addressOf(path, part, subjects)));
}

/** Addresses below `/ui` of every view of a cluster, as the bar and links lead to it. */
export function everyView(subjects: Subjects): readonly string[] {
  return Object.keys(PARTS).map((path) => addressOf(path, '', subjects));
}

function addressOf(path: string, part: string, subjects: Subjects): string {
  const [namespace = '', podName = ''] = subjects.pod.split('/');
  const names = { nodes: subjects.node, schedules: subjects.schedule, profiles: subjects.profile };
  const [, kind = ''] = /(\w+)\/\$name/.exec(path) ?? [];
  const name = new Map(Object.entries(names)).get(kind) ?? podName;
  const id = path.includes('/runs/') ? subjects.run : subjects.decision;
  const values: Readonly<Record<string, string>> = { ...subjects, namespace, name, id };
  return (path + part).replaceAll(/\$(\w+)/g, (_, called: string) => encodeURIComponent(values[called] ?? called));
}
