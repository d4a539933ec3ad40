import type { Column } from './column.js';

type Named = Pick<Column<never>, 'id' | 'isAside'>;

/** The parameters of a table in the address: columns that the reader hid, and columns beside the usual ones. */
export interface HiddenInAddress {
  readonly hide: string;
  readonly show: string;
}

/** The columns that are hidden: those that the reader hid, and those beside the usual ones that are not wanted. */
export function hiddenIn({ hide, show }: Partial<HiddenInAddress>, columns: readonly Named[]): readonly string[] {
  const wanted = idsIn(show);
  return [...idsIn(hide), ...asideOf(columns).filter((id) => !wanted.includes(id))];
}

/** What the address has so that these columns are hidden. */
export function hiding(hidden: readonly string[], columns: readonly Named[]): HiddenInAddress {
  const aside = asideOf(columns);
  return {
    hide: hidden.filter((id) => !aside.includes(id)).join(','),
    show: aside.filter((id) => !hidden.includes(id)).join(','),
  };
}

function asideOf(columns: readonly Named[]): readonly string[] {
  return columns.filter(({ isAside = false }) => isAside).map(({ id }) => id);
}

function idsIn(text = ''): readonly string[] {
  return text === '' ? [] : text.split(',');
}
