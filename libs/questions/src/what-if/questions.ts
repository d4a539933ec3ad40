import type { Caller } from '#access';
import type { ClusterAt } from '#cluster';
import { causesAt } from '#explain';
import { type Outcome, ok } from '#requests';
import { DEFAULT_SCHEDULER_NAME, type Snapshot } from '#scheduler';
import {
  QUESTIONS,
  type AnyQuestion,
  type Question,
  type QuestionAnswers,
  type QuestionName,
  type ReadText,
  type Wanted,
} from '#what-if';
import type { StateSource } from '../explain/index.js';
import { taken } from '../slices/index.js';
import { withOthers } from '../visible/index.js';
import { beginningOf } from './beginning.js';
import { findingsOf, type WithFindings } from './findings-of.js';
import { objectsOf } from './manifests.js';
import { Trial, unlessImpossible } from './trial.js';
import { wantedBy } from './wanted.js';

/** Answers a question about a cluster as it is or was. Nothing is written. */
export function answerQuestion<Name extends QuestionName>(
  caller: Caller,
  source: StateSource,
  { which, question: { name, body } }: { readonly which: ClusterAt; readonly question: Question<Name> },
): Promise<Outcome<QuestionAnswers[Name] & WithFindings>> {
  // What a question computes with is between its own functions.
  const asked = QUESTIONS[name] as unknown as AnyQuestion<Name>;
  return unlessImpossible(async () => {
    const texts: ReadText[] = [];
    for (const { field, text } of asked.texts?.(body) ?? [])
      texts.push({ field, objects: await objectsOf(text, field) });
    const imports = wantedBy(texts.map(({ objects }) => ({ import: { objects } })));
    const wanted = (snapshot: Snapshot): Wanted => ({ ...imports, ...asked.wanted?.(body, snapshot) });
    const begun = await beginningOf(caller, source, { which, wanted });
    if (begun.refused) return begun;
    const { cluster } = begun.value;
    const trial = new Trial(begun.value, { id: name, traces: false, caller });
    const input = asked.input(
      {
        cluster,
        texts,
        profileOf: (profile) => trial.engineProfileOf(profile, 'profile'),
        isServed: (pod) => begun.value.profiles.has(pod.spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME),
        pending: () => trial.pending().map(({ pod }) => pod),
        causesOf: causesAt,
      },
      body,
    );
    const answer = await taken(asked.answer(cluster, input), caller.signal);
    return ok(withOthers({ ...answer, ...findingsOf(cluster) }, begun.value.others));
  });
}
