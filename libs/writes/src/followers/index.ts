import type { CompletedDraft, Draft } from '../changes/index.js';
import { budgets } from './budgets.js';
import type { Follower, Following } from './follower.js';
import { garbage } from './garbage.js';
import { namespaces } from './namespaces.js';
import { quotas } from './quotas.js';

export type { Follower, Following } from './follower.js';

/** What follows from a write, in the order in which it is added: a line each. */
const FOLLOWERS: readonly Follower[] = [namespaces, garbage, budgets, quotas];

/** A draft of what was seen elsewhere is complete as it is: what follows from it was, or will be, seen as well. */
export function observed(draft: Draft): CompletedDraft {
  return draft as CompletedDraft;
}

/** Completes a draft with all that follows from it. */
export async function complete(following: Following): Promise<CompletedDraft> {
  const hasControllers = following.draft.head.controllers !== 'none';
  for (const { follow, isController } of FOLLOWERS) if (hasControllers || !isController) await follow(following);
  return following.draft as CompletedDraft;
}
