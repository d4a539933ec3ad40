import type { EventForm, WrittenEvent } from '#history';
import { emptyObject } from '#kubernetes-schema';
import { formOf, type KindDescription, type KindForm, type KubernetesObject } from '#kubernetes';
import { answerInForm, type AnswerForm } from '../answers/index.js';

type Kind = Pick<KindDescription, 'apiVersion' | 'kind'>;

/** The objects of events in the form that a watcher accepts: as they are, as tables of one row, as metadata alone. */
export function eventForm(kind: Kind, form: AnswerForm, includeObject: string | undefined): EventForm {
  const { as } = form;
  const served = formOf(kind);
  const whole = wholeObjects(kind, served);
  if (as === undefined) return whole;
  const write = (object: object, { isFirst, at = Date.now() }: WrittenEvent): string =>
    JSON.stringify(answerInForm(object as KubernetesObject, form, { includeObject, now: at, withColumns: isFirst }));
  // A form that cannot be made is refused now, and not in an event.
  write({ ...kind, metadata: { name: '' } }, { isFirst: true, at: undefined });
  return {
    key: `${kind.apiVersion} ${as.kind} ${as.apiVersion} ${includeObject ?? ''}`,
    write: ({ object }, event) => write(served?.fromStored(object) ?? object, event),
    bookmark: (resourceVersion, isEnd) =>
      write({ ...kind, metadata: bookmarkMetadata(resourceVersion, isEnd) }, { isFirst: false, at: undefined }),
  };
}

/** Objects as they are, in JSON. */
function wholeObjects({ apiVersion, kind }: Kind, served: KindForm | undefined): EventForm {
  const empty = emptyObject({ apiVersion, kind });
  return {
    key: `json ${apiVersion}`,
    write: (watched) => (served === undefined ? watched.text : JSON.stringify(served.fromStored(watched.object))),
    bookmark: (resourceVersion, isEndOfInitialEvents) =>
      JSON.stringify({ kind, apiVersion, ...empty, metadata: bookmarkMetadata(resourceVersion, isEndOfInitialEvents) }),
  };
}

/** Where a watch is, as the metadata of an object says it. */
function bookmarkMetadata(resourceVersion: string, isEndOfInitialEvents: boolean): object {
  return { resourceVersion, ...(isEndOfInitialEvents && { annotations: { 'k8s.io/initial-events-end': 'true' } }) };
}
