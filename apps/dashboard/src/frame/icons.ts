import {
  Activity,
  AlarmClock,
  ArrowLeftRight,
  Boxes,
  Building2,
  CalendarClock,
  CirclePlay,
  FileSpreadsheet,
  FlaskConical,
  Gavel,
  Hourglass,
  KeyRound,
  LayoutDashboard,
  ScanEye,
  PieChart,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  type LucideIcon,
} from 'lucide-react';

/** The icons of the views in the side bar, by the titles of the table of views. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  Clusters: Building2,
  'Teams and keys': KeyRound,
  Overview: LayoutDashboard,
  Nodes: Server,
  Pods: Boxes,
  Pending: Hourglass,
  Decisions: Gavel,
  Runs: CirclePlay,
  Profiles: SlidersHorizontal,
  Diff: ArrowLeftRight,
  'What if': FlaskConical,
  'Shares and quotas': PieChart,
  Audit: ShieldCheck,
  'Clock and queue': AlarmClock,
  Mirror: ScanEye,
  Reports: FileSpreadsheet,
  Schedules: CalendarClock,
};

/** The icon of a view; a view without one of its own has the general one. */
export function iconOf(title: string): LucideIcon {
  return ICONS[title] ?? Activity;
}
