import type { KubernetesObject } from '../../metadata/index.js';

/** core/v1 Event: what happened to an object. */
export interface Event extends KubernetesObject {
  kind: 'Event';
  involvedObject?: { namespace?: string };
  eventTime?: string | null;
  reportingComponent?: string;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  message?: string;
  source?: { component?: string; host?: string };
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  count?: number;
  type?: string;
  related?: object;
  series?: { count?: number; lastObservedTime?: string | null } | null;
}
