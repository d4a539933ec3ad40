import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { AnswerCutOff, ServiceUnreachable, watchChanges, type ChangeEvent, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { examples, NAMESPACE } from '../options.js';
import { podName } from '../output/index.js';

const AGAIN_MS = 1_000;

/** `berth watch`: the changes of a cluster as they happen. */
export function watch(berth: Berth): CommandUnknownOpts {
  return new Command('watch')
    .summary('the changes of a cluster as they happen')
    .description('Print the changes of a cluster as they happen, once each and in order, until Ctrl-C.')
    .option('--after <position>', 'start after this position (default: now)')
    .option('--kind <kind>', 'of this kind only')
    .addOption(NAMESPACE)
    .addOption(new Option('-o, --output <format>', 'a JSON object a line').choices(['json'] as const))
    .action(async ({ output, ...which }) => {
      const { print } = berth.terminal;
      for await (const { data } of changes(berth, which))
        print(output === 'json' ? JSON.stringify(data) : lineOf(data));
    })
    .addHelpText(
      'after',
      examples(
        ['berth watch -c prod', 'all changes from now on'],
        ['berth watch -c prod --after 0 --kind Pod', 'all past and future changes of pods'],
        ['berth watch -c prod -o json | jq .name', 'for a program'],
      ),
    );
}

/** Where the connection ends, on from the last event: nothing is missed, and nothing comes twice. */
async function* changes(
  { client, cluster, terminal }: Berth,
  { after: first, ...which }: { readonly after?: string | undefined; readonly [narrows: string]: string | undefined },
): AsyncGenerator<ChangeEvent & { readonly type: 'change' }> {
  const { signal } = terminal;
  let after = first;
  for (;;) {
    const from = after === undefined ? {} : { after };
    try {
      for await (const event of watchChanges(client, cluster, { ...which, ...from, ...(signal && { signal }) })) {
        if (event.type === 'error') throw new Error(`${event.data.detail} (${event.data.code})`);
        after = event.id;
        if (event.type === 'change') yield event;
      }
    } catch (error) {
      if (signal?.aborted === true) return;
      // Before the first event, the user still waits for an answer.
      const lost = error instanceof AnswerCutOff || (error instanceof ServiceUnreachable && after !== undefined);
      if (!lost) throw error;
    }
    await delay(AGAIN_MS);
  }
}

function lineOf({
  position,
  revision,
  at,
  op,
  kind,
  namespace,
  name,
  patch,
  admission = [],
}: Schemas['Change']): string {
  const spec = patch?.['spec'] as { readonly nodeName?: string } | undefined;
  const where = spec?.nodeName === undefined ? '' : ` to ${spec.nodeName}`;
  const object = namespace === '' ? name : podName({ namespace, name });
  const by = admission.length === 0 ? '' : `, with what ${admission.map(({ step }) => step).join(', ')} set`;
  return `${at}  ${position}  revision ${revision}  ${op} ${kind} ${object}${where}${by}`;
}
