import { useMemo, useState, type ReactNode } from 'react';
import { followed } from './followed.js';
import { Button } from '../controls/index.js';

/**
 * Holds a live list still: what came since is offered and not put in between. Another question (its key) shows what it
 * answers at once.
 */
export function useFollowed<Row>(
  latest: readonly Row[],
  question: string,
  keyOf: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly offer: ReactNode } {
  const [held, hold] = useState({ question, rows: latest });
  if (held.question !== question) hold({ question, rows: latest });
  const { rows, news } = useMemo(
    () => followed(held.question === question ? held.rows : latest, latest, keyOf),
    [held, latest, question, keyOf],
  );
  const offer = news > 0 && (
    <Button className="news" onPress={() => hold({ question, rows: latest })}>
      {news} new
    </Button>
  );
  return { rows, offer };
}
