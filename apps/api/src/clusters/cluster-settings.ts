import type { TraceBudget } from '#cluster';
import type { z } from 'zod';
import { withoutUndefined, type WithoutUndefined } from '../http/index.js';
import type { traceBudgetBody } from './cluster.schema.js';

/** A validated body as the service takes it: what is not given is not there. */
export function settingsOf<
  Body extends {
    readonly name?: string | undefined;
    readonly traceBudget?: z.output<typeof traceBudgetBody> | undefined;
  },
>({ name, traceBudget }: Body): WithoutUndefined<Pick<Body, 'name'>> & { readonly traceBudget?: TraceBudget } {
  return {
    ...withoutUndefined({ name }),
    ...(traceBudget === undefined ? {} : { traceBudget: withoutUndefined(traceBudget) }),
  };
}
