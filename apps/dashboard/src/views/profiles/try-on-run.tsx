import type { ReactNode } from 'react';
import { problemOf, useAsk, useMutating } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { CompareChoicesDocument, CompareDocument } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Problem } from '../../states/index.js';
import { counted, dayAndTime } from '../../words/index.js';
import { ComparisonResult } from '../compare/comparison-result.js';
import { readDraft } from './draft.js';

const LIMIT = 200;

/** What a draft would have done with the pods of the last run: nothing is stored, the draft neither. */
export function TryOnRun({
  draft: text,
  against,
}: {
  readonly draft: string;
  /** The profile that it is held against; what each pod names where there is none. */
  readonly against: string | undefined;
}): ReactNode {
  const { cluster } = usePlace();
  const choices = useAsk(CompareChoicesDocument, { cluster });
  const { run: compare, isRunning, result, error } = useMutating(CompareDocument);
  const last = choices.data?.cluster?.runs.edges[0]?.node;
  const read = readDraft(text);
  const draft = 'draft' in read ? read.draft : undefined;
  const attempt = (): void => {
    if (last === undefined || draft === undefined) return;
    const a = against === undefined ? {} : { profile: against };
    void compare({ input: { clusterId: cluster, run: last.uid, a, b: { profile: draft }, limit: LIMIT } });
  };
  return (
    <section aria-label="On the last run">
      <p className="actions">
        <Button isDisabled={last === undefined || draft === undefined || isRunning} onPress={attempt}>
          {isRunning ? 'Trying …' : 'Try it on the last run'}
        </Button>
        <span className="quiet">
          {last === undefined && 'There is no complete run.'}
          {last !== undefined && 'problem' in read && `It cannot be tried as it is: ${read.problem}`}
          {last !== undefined && draft !== undefined && (
            <>
              {counted(last.counts.selected, 'pod')} of{' '}
              <ViewLink to={paths.runs(cluster, last.uid)}>{dayAndTime(last.createdAt)}</ViewLink>; A is what holds now,
              B the draft
            </>
          )}
        </span>
      </p>
      {error !== undefined && <Problem problem={problemOf(error)} />}
      {result !== undefined && <ComparisonResult payload={result.compare} />}
    </section>
  );
}
