import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { DiffStartsDocument } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';

/** How many revisions back: the last one, and some more. */
const BACK = [1, 10, 100] as const;

/** What is likely to be compared, where nothing is chosen. */
export function DiffStarts(): ReactNode {
  const { cluster, at } = usePlace();
  const query = useAsk(DiffStartsDocument, { cluster, at: at ?? null });
  return (
    <>
      <Empty title="Two moments, or two clusters" command={`npx berth diff -c ${cluster} --from revision:1`}>
        Name the moment that it begins with: a revision, a time, a date; or a fork of this cluster.
      </Empty>
      <ShownOfCluster query={query} rows={3}>
        {({ revision, forks }) => (
          <ul className="plain card suggestions" aria-label="Suggestions">
            {startsOf(Number(revision)).map(({ words, from }) => (
              <li key={from}>
                <ViewLink to={paths.diff(cluster)} search={{ from }}>
                  {words}
                </ViewLink>
              </li>
            ))}
            {forks.edges.map(({ node: { name } }) => (
              <li key={name}>
                <ViewLink to={paths.diff(cluster)} search={{ with: name }}>
                  with the fork {name}
                </ViewLink>
              </li>
            ))}
          </ul>
        )}
      </ShownOfCluster>
    </>
  );
}

function startsOf(revision: number): readonly { readonly words: string; readonly from: string }[] {
  if (revision < 2) return [];
  const back = BACK.filter((one) => revision - one > 1).map((one) => ({
    words: one === 1 ? 'what the last revision changed' : `what the last ${one} revisions changed`,
    from: `revision:${revision - one}`,
  }));
  return [...back, { words: 'what changed since revision 1', from: 'revision:1' }];
}
