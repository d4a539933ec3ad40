import type { Schemas } from '#client';

type Causes = Schemas['Causes'];

/** A chain of causes as a sentence, the latest first. */
export function chainInWords(causes: Causes): string {
  const steps = causes.steps.map((step) => `${changeInWords(step)}${step.by === null ? '' : ` by ${step.by}`}`);
  return [...steps, endInWords(causes) ?? []].flat().join('; ');
}

/** What was done to which object. */
export function changeInWords({ change, position }: Causes['steps'][number]): string {
  if (change === null) return `change ${position}, which is hidden`;
  const { op, kind, namespace, name } = change;
  return `${op} of ${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

/** The request or the timer that it ends at; undefined where that is not in the log any more. */
export function endInWords({ request, timer }: Pick<Causes, 'request' | 'timer'>): string | undefined {
  if (timer !== null) return `a timer of ${timer.by} for ${timer.at}`;
  if (request === null) return undefined;
  const { actor, requestId } = request;
  return requestId === null ? 'a request' : `request ${requestId} by ${actor ?? '-'}`;
}
