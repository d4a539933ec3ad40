import { LONGEST_REASON, MOST_REASONS, type PluginDescription, type Verdict } from '../messages.js';
import { usualCode } from './describe.js';

/** What a filter answered: null where the node fits. @throws Error for what is no answer, saying what it is */
export function judgeVerdict(answer: unknown, reach: PluginDescription['reach']): Verdict | null {
  if (answer === undefined || answer === null || answer === true) return null;
  if (typeof answer === 'string') return { code: usualCode(reach), reasons: [judgeReason(answer)] };
  if (isPromise(answer)) throw new Error('answered a promise: an answer is given at once');
  if (typeof answer !== 'object')
    throw new Error(`answered ${shown(answer)}: true, a reason or {code, reasons} is one`);
  const { code, reasons } = answer as { readonly code?: unknown; readonly reasons?: unknown };
  if (code !== 'Unschedulable' && code !== 'UnschedulableAndUnresolvable')
    throw new Error(`answered the code ${shown(code)}: Unschedulable or UnschedulableAndUnresolvable is one`);
  if (!Array.isArray(reasons) || reasons.length === 0) throw new Error('answered a code without reasons');
  if (reasons.length > MOST_REASONS)
    throw new Error(`answered ${reasons.length} reasons for one node: at most ${MOST_REASONS} are kept`);
  return { code, reasons: (reasons as readonly unknown[]).map(judgeReason) };
}

/** What a score answered. @throws Error for what is no score, saying what it is */
export function judgeScore(answer: unknown, normalization: PluginDescription['normalization']): number {
  if (isPromise(answer)) throw new Error('answered a promise: an answer is given at once');
  if (typeof answer !== 'number' || !Number.isSafeInteger(answer))
    throw new Error(`answered ${shown(answer)}: a score is an integer`);
  if (normalization === 'none' && (answer < 0 || answer > 100))
    throw new Error(`answered ${answer}: a score is from 0 to 100 where no normalization is declared`);
  return answer + 0;
}

/** Half of a character, or none: neither can be stored. */
const NO_TEXT = /\p{Cs}|\0/u;

function judgeReason(reason: unknown): string {
  if (typeof reason !== 'string') throw new Error(`answered the reason ${shown(reason)}: a reason is a text`);
  if (reason.trim() === '') throw new Error('answered an empty reason');
  if (reason.length > LONGEST_REASON)
    throw new Error(`answered a reason of ${reason.length} characters: at most ${LONGEST_REASON} are kept`);
  if (NO_TEXT.test(reason)) throw new Error('answered a reason that is no text');
  return reason;
}

function isPromise(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && typeof (answer as { then?: unknown }).then === 'function';
}

/** A value in few words: nothing of the plugin's own is called for it. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'bigint') return `${value}n`.slice(0, 40);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
