import {
  CloudOff,
  HardDriveDownload,
  ListOrdered,
  PackageCheck,
  PackagePlus,
  Server,
  Shrink,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { WhatIfQuestion } from '../../generated/documents.js';
import { useChange } from '../../place/index.js';
import { askedAtOnce, QUESTIONS } from './questions.js';

const ABOUT: Readonly<Record<WhatIfQuestion, readonly [icon: LucideIcon, about: string]>> = {
  fits: [PackageCheck, 'Where pods and workloads would go, and why they would not.'],
  howMany: [PackagePlus, 'How many copies of a pod there is room for.'],
  drain: [HardDriveDownload, 'Which pods move, which budgets refuse, what is lost.'],
  loss: [CloudOff, 'Which pods have no other node, zone by zone.'],
  nodesNeeded: [Server, 'The cheapest nodes for what is pending.'],
  repack: [Shrink, 'Which nodes end up empty when pods move together.'],
};

/** What can be asked: steps of one’s own, or a question, a card each. */
export function Asks({ asked }: { readonly asked: WhatIfQuestion | undefined }): ReactNode {
  return (
    <div className={asked === undefined ? 'asks' : 'asks brief'} role="group" aria-label="What to ask">
      <Ask Icon={ListOrdered} title="Steps" about="Changes one after the other, tried on a copy." isNow={!asked} />
      {Object.entries(ABOUT).map(([name, [Icon, about]]) => (
        <Ask
          key={name}
          Icon={Icon}
          title={QUESTIONS[name as WhatIfQuestion].title}
          about={about}
          ask={name as WhatIfQuestion}
          isNow={name === asked}
        />
      ))}
    </div>
  );
}

function Ask({
  Icon,
  title,
  about,
  ask,
  isNow,
}: {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  readonly ask?: WhatIfQuestion;
  readonly isNow: boolean;
}): ReactNode {
  const change = useChange();
  return (
    <ToggleButton
      className="ask"
      isSelected={isNow}
      onChange={() => change({ ask, with: ask && askedAtOnce(ask), try: undefined, found: undefined })}
    >
      <Icon size={18} />
      <strong>{title}</strong>
      <span className="about">{about}</span>
    </ToggleButton>
  );
}
