import type { ComponentType } from 'react';
import { paths } from '../place/paths.js';

/** A view: where it is, what it is called, and the file that is loaded when it is looked at. */
export interface View {
  /** As the router takes it, below `/ui`. */
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
  /** Pressed after `g`; views that need a name in their path have none. */
  readonly key?: string;
  /** Its address in a cluster; undefined for views that are not in the bar. */
  readonly of?: (cluster: string) => string;
  /** The heading of the bar that it stands below. */
  readonly below?: ViewGroup;
}

/** The headings of the bar, in their order. */
export const VIEW_GROUPS = ['Cluster', 'Scheduling', 'Planning', 'Evidence'] as const;
type ViewGroup = (typeof VIEW_GROUPS)[number];

const IN_CLUSTER = '/clusters/$cluster';

/** Every view, in the order of the bar. A new one is a folder beside this file, and a line here. */
export const VIEWS: readonly View[] = [
  { path: '/', title: 'Clusters', load: async () => (await import('./clusters/clusters-view.js')).ClustersView },
  {
    path: '/schedules',
    title: 'Schedules',
    load: async () => (await import('./schedules/schedules-view.js')).SchedulesView,
  },
  {
    path: '/schedules/$name',
    title: 'Schedule',
    load: async () => (await import('./schedule/schedule-view.js')).ScheduleView,
  },
  { path: '/access', title: 'Teams and keys', load: async () => (await import('./access/access-view.js')).AccessView },
  {
    path: IN_CLUSTER,
    title: 'Overview',
    key: 'o',
    of: paths.overview,
    below: 'Cluster',
    load: async () => (await import('./overview/overview-view.js')).OverviewView,
  },
  {
    path: `${IN_CLUSTER}/nodes`,
    title: 'Nodes',
    key: 'n',
    of: paths.nodes,
    below: 'Cluster',
    load: async () => (await import('./nodes/nodes-view.js')).NodesView,
  },
  {
    path: `${IN_CLUSTER}/nodes/$name`,
    title: 'Node',
    load: async () => (await import('./node/node-view.js')).NodeView,
  },
  {
    path: `${IN_CLUSTER}/pods`,
    title: 'Pods',
    key: 'p',
    of: paths.pods,
    below: 'Cluster',
    load: async () => (await import('./pods/pods-view.js')).PodsView,
  },
  {
    path: `${IN_CLUSTER}/pods/$namespace/$name`,
    title: 'Pod',
    load: async () => (await import('./pod/pod-view.js')).PodView,
  },
  {
    path: `${IN_CLUSTER}/pending`,
    title: 'Pending',
    key: 'e',
    of: paths.pending,
    below: 'Cluster',
    load: async () => (await import('./pending/pending-view.js')).PendingView,
  },
  {
    path: `${IN_CLUSTER}/decisions`,
    title: 'Decisions',
    key: 'd',
    of: paths.decisions,
    below: 'Scheduling',
    load: async () => (await import('./decisions/decisions-view.js')).DecisionsView,
  },
  {
    path: `${IN_CLUSTER}/decisions/$id`,
    title: 'Decision',
    load: async () => (await import('./decision/decision-view.js')).DecisionView,
  },
  {
    path: `${IN_CLUSTER}/runs`,
    title: 'Runs',
    key: 'r',
    of: paths.runs,
    below: 'Scheduling',
    load: async () => (await import('./runs/runs-view.js')).RunsView,
  },
  { path: `${IN_CLUSTER}/runs/$id`, title: 'Run', load: async () => (await import('./run/run-view.js')).RunView },
  {
    path: `${IN_CLUSTER}/clock`,
    title: 'Clock and queue',
    key: 'c',
    of: paths.clock,
    below: 'Scheduling',
    load: async () => (await import('./clock/clock-view.js')).ClockView,
  },
  {
    path: `${IN_CLUSTER}/mirror`,
    title: 'Mirror',
    key: 'm',
    of: paths.mirror,
    below: 'Evidence',
    load: async () => (await import('./mirror/mirror-view.js')).MirrorView,
  },
  {
    path: `${IN_CLUSTER}/reports`,
    title: 'Reports',
    key: 't',
    of: paths.reports,
    below: 'Planning',
    load: async () => (await import('./reports/reports-view.js')).ReportsView,
  },
  {
    path: `${IN_CLUSTER}/reports/$id`,
    title: 'Decision report',
    load: async () => (await import('./report/report-view.js')).ReportView,
  },
  {
    path: `${IN_CLUSTER}/profiles`,
    title: 'Profiles',
    key: 'f',
    of: paths.profiles,
    below: 'Scheduling',
    load: async () => (await import('./profiles/profiles-view.js')).ProfilesView,
  },
  {
    path: `${IN_CLUSTER}/profiles/$name`,
    title: 'Profile',
    load: async () => (await import('./profile/profile-view.js')).ProfileView,
  },
  {
    path: `${IN_CLUSTER}/diff`,
    title: 'Diff',
    key: 'i',
    of: paths.diff,
    below: 'Planning',
    load: async () => (await import('./diff/diff-view.js')).DiffView,
  },
  {
    path: `${IN_CLUSTER}/what-if`,
    title: 'What if',
    key: 'w',
    of: paths.whatIf,
    below: 'Planning',
    load: async () => (await import('./what-if/what-if-view.js')).WhatIfView,
  },
  {
    path: `${IN_CLUSTER}/shares`,
    title: 'Shares and quotas',
    key: 's',
    of: paths.shares,
    below: 'Planning',
    load: async () => (await import('./shares/shares-view.js')).SharesView,
  },
  {
    path: `${IN_CLUSTER}/audit`,
    title: 'Audit',
    key: 'a',
    of: paths.audit,
    below: 'Evidence',
    load: async () => (await import('./audit/audit-view.js')).AuditView,
  },
];
