import type { ComponentType } from 'react';
import { paths } from '../place/index.js';

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
}

const IN_CLUSTER = '/clusters/$cluster';

/** Every view, in the order of the bar. A new one is a folder beside this file, and a line here. */
export const VIEWS: readonly View[] = [
  { path: '/', title: 'Clusters', load: async () => (await import('./clusters/clusters-view.js')).ClustersView },
  {
    path: IN_CLUSTER,
    title: 'Overview',
    key: 'o',
    of: paths.overview,
    load: async () => (await import('./overview/overview-view.js')).OverviewView,
  },
];
