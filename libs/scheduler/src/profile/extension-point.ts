import type { Plugin } from '../plugin.js';

/** kube-scheduler's extension points, in the order in which it walks through them. */
export const EXTENSION_POINTS = [
  'preEnqueue',
  'queueSort',
  'preFilter',
  'filter',
  'postFilter',
  'reserve',
  'preScore',
  'score',
  'preBind',
  'bind',
  'postBind',
  'permit',
] as const;

export type ExtensionPoint = (typeof EXTENSION_POINTS)[number];

/**
 * Whether the plugin takes part there: it has the method. A prepared PreFilter is a Filter, a
 * prepared PreScore is a Score.
 */
export function extendsPoint(plugin: Plugin, point: ExtensionPoint): boolean {
  switch (point) {
    case 'queueSort':
      return plugin.less !== undefined;
    case 'filter':
      return plugin.filter !== undefined || plugin.preFilter !== undefined;
    case 'score':
      return plugin.score !== undefined || plugin.preScore !== undefined;
    default:
      return plugin[point] !== undefined;
  }
}

/** The name of the Go interface, as kube-scheduler's messages have it: `PreFilterPlugin`. */
export function interfaceName(point: ExtensionPoint): string {
  return `${point.charAt(0).toUpperCase()}${point.slice(1)}Plugin`;
}
