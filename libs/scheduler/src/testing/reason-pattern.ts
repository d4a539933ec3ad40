import type { ReasonTemplate } from '../plugin.js';

/** Matches any text in the place of `{}`. */
export function patternOf({ code, text }: ReasonTemplate): RegExp {
  const parts = text.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${code}: ${parts.join('.*')}$`);
}
