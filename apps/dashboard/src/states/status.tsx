import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  CircleX,
  Clock,
  Hourglass,
  Lock,
  LogOut,
  Pause,
  Play,
  Scale,
  Star,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';

/** What a status means for its reader: it goes well, it waits, it failed, or it is only said. */
type Meaning = 'good' | 'waits' | 'failed' | 'said';

const STATUSES: Readonly<Record<string, readonly [LucideIcon, Meaning, word?: string]>> = {
  scheduled: [Check, 'good'],
  running: [Play, 'good'],
  Running: [Play, 'good'],
  Succeeded: [Check, 'good'],
  ready: [Check, 'good'],
  complete: [Check, 'good'],
  verified: [Check, 'good'],
  pending: [Hourglass, 'waits'],
  Pending: [Hourglass, 'waits'],
  unschedulable: [CircleAlert, 'waits'],
  nominated: [Star, 'waits'],
  neverTried: [CircleDashed, 'said', 'never tried'],
  gated: [Lock, 'said'],
  skipped: [Clock, 'said'],
  cordoned: [Lock, 'waits'],
  unready: [CircleX, 'failed', 'not ready'],
  overcommitted: [Scale, 'failed', 'over-committed'],
  overCommitted: [Scale, 'failed', 'over-committed'],
  tainted: [Ban, 'said'],
  evicted: [LogOut, 'failed'],
  error: [CircleX, 'failed'],
  failed: [CircleX, 'failed'],
  Failed: [CircleX, 'failed'],
  cancelled: [CircleX, 'said'],
  allowed: [Check, 'good'],
  forbidden: [Ban, 'said', 'not for you'],
  unverified: [CircleDashed, 'said', 'not verified here'],
  unreached: [CircleDashed, 'said', 'not reached'],
  broken: [CircleX, 'failed'],
  live: [Play, 'good'],
  paused: [Pause, 'waits'],
  succeeded: [Check, 'good'],
  queued: [Hourglass, 'waits'],
  delivered: [Check, 'good'],
  same: [Check, 'good'],
  tie: [Scale, 'good'],
  differs: [CircleAlert, 'waits'],
  unknown: [CircleDashed, 'said'],
  waiting: [Hourglass, 'waits'],
};

/** A status with its colour, its icon and its word; another word where it is said with a count. */
export function Status({ of, children }: { readonly of: string; readonly children?: ReactNode }): ReactNode {
  const [Icon, meaning, word = of] = STATUSES[of] ?? [CircleDashed, 'said'];
  return (
    <span className={`status ${meaning}`}>
      <Icon size={13} /> <span>{children ?? word}</span>
    </span>
  );
}
