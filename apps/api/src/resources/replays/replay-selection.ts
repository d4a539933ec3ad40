import type { ReplaySelection } from '#scheduling';
import type { z } from 'zod';
import { withoutUndefined } from '../../ground/http/index.js';
import type { replaySelection } from './replay.schema.js';

/** A validated body as the service takes it. */
export function replaySelectionOf({
  run,
  part,
  decision,
  from,
  until,
}: z.output<typeof replaySelection>): ReplaySelection {
  if (decision !== undefined) return { decision };
  if (run !== undefined) return withoutUndefined({ run, part });
  return withoutUndefined({ from, until });
}
