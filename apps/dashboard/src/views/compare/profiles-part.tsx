import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { DescribedForm, type FormField } from '../../form/index.js';
import { CompareChoicesDocument, CompareDocument } from '../../generated/documents.js';
import { useChange, usePlace } from '../../place/index.js';
import { Shown, ShownOfCluster } from '../../states/index.js';
import { counted, dayAndTime } from '../../words/index.js';
import { ComparisonResult } from './comparison-result.js';

const LIMIT = 500;
const OWN = 'of each pod';
const PENDING = 'pending now';

/** Two profiles on the same pods: those of a run, or those that wait now. */
export function ProfilesPart(): ReactNode {
  const { cluster, search } = usePlace();
  const change = useChange();
  const choices = useAsk(CompareChoicesDocument, { cluster });
  const { a = '', b = '', run = '' } = search;
  const isAsked = b !== '';
  const input = {
    ...{ clusterId: cluster, limit: LIMIT },
    a: a === '' ? {} : { profile: a },
    b: { profile: b },
    ...(run !== '' && { run }),
  };
  const query = useAsk(CompareDocument, { input }, { isAsked, isHeld: true });
  return (
    <>
      <ShownOfCluster query={choices} rows={2}>
        {({ profiles, runs }) => {
          const names = profiles.edges.map(({ node }) => node.name);
          const ids = Object.fromEntries(
            runs.edges.map(({ node }) => [
              node.uid,
              `${dayAndTime(node.createdAt)}: ${counted(node.counts.selected, 'pod')}`,
            ]),
          );
          const fields: readonly FormField[] = [
            { name: 'a', label: 'A: profile', kind: 'choice', of: [OWN, ...names] },
            { name: 'b', label: 'B: profile', kind: 'choice', of: names },
            {
              name: 'run',
              label: 'on the pods of the run',
              kind: 'choice',
              of: [PENDING, ...Object.keys(ids)],
              names: ids,
            },
          ];
          return (
            <DescribedForm
              fields={fields}
              values={{ a: a || OWN, b: b || (names.at(-1) ?? ''), run: run || PENDING }}
              submit="Compare"
              isRunning={query.isFetching}
              send={(typed) =>
                change({
                  a: typed['a'] === OWN ? undefined : typed['a'],
                  b: typed['b'],
                  run: typed['run'] === PENDING ? undefined : typed['run'],
                })
              }
            />
          );
        }}
      </ShownOfCluster>
      {isAsked && (
        <Shown query={query} rows={20}>
          {({ compare }) => <ComparisonResult payload={compare} />}
        </Shown>
      )}
    </>
  );
}
