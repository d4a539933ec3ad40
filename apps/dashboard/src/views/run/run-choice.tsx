import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../controls/index.js';

import { RunsDocument } from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { counted, dayAndTime } from '../../words/index.js';

/** One of the latest runs that have ended, as a list shows them. */
export function RunChoice({
  label,
  value,
  choose,
  but,
}: {
  readonly label: string;
  readonly value: string;
  readonly choose: (run: string) => void;
  /** A run that is not offered. */
  readonly but?: string;
}): ReactNode {
  const { cluster } = usePlace();
  const { data } = useAsk(RunsDocument, { cluster, state: 'complete', dryRun: null, since: null });
  const runs = data?.cluster?.runs.edges.map(({ node }) => node).filter(({ uid }) => uid !== but) ?? [];
  const names = Object.fromEntries(
    runs.map(({ uid, createdAt, counts, profile, dryRun }) => [
      uid,
      `${dayAndTime(createdAt)}: ${counted(counts.selected, 'pod')}, ${profile.name} v${profile.version}` +
        (dryRun ? ', dry' : ''),
    ]),
  );
  return (
    <Choice
      label={label}
      value={value}
      choose={choose}
      of={['', ...new Set([...Object.keys(names), ...(value === '' ? [] : [value])])]}
      nothing="choose a run"
      names={names}
    />
  );
}
