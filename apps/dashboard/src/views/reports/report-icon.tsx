import {
  Boxes,
  ChartPie,
  CircleSlash,
  Coins,
  Eye,
  FileText,
  Gauge,
  Hammer,
  History,
  Hourglass,
  Puzzle,
  Scale,
  ShieldAlert,
  Timer,
  Unlock,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS = new Map<string, LucideIcon>([
  ['agreement', Eye],
  ['capacity', Gauge],
  ['changes', History],
  ['chargeback', Coins],
  ['decisions', Hammer],
  ['fragmentation', Puzzle],
  ['pending', Hourglass],
  ['placement-quality', Scale],
  ['quotas', ChartPie],
  ['refusals', CircleSlash],
  ['releases', Unlock],
  ['risk', ShieldAlert],
  ['shapes', Boxes],
  ['waits', Timer],
]);

/** The picture of a report; one that the page does not know is a page of text. */
export function ReportIcon({ name }: { readonly name: string }): ReactNode {
  const Icon = ICONS.get(name) ?? FileText;
  return <Icon size={18} />;
}
