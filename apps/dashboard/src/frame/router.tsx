import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatSearch, parseSearch } from '../place/index.js';
import { Empty, Loading, Problem } from '../states/index.js';
import { problemOf } from '../api/index.js';
import { VIEWS } from '../views/views.js';
import { Frame } from './frame.js';

const root = createRootRoute({
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  notFoundComponent: () => (
    <Empty title="There is no such view" isView>
      The side bar lists the views.
    </Empty>
  ),
});

const routes = VIEWS.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
  }),
);

/** The addresses of the page: every view of the table, below `/ui`. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/ui',
  parseSearch,
  stringifySearch: formatSearch,
  defaultPendingComponent: () => <Loading rows={8} />,
  defaultErrorComponent: ({ error }): ReactNode => <Problem problem={problemOf(error)} />,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
