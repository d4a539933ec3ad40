import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { ServiceError, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { EXIT } from '../exit.js';
import { examples, VALUE_OUTPUT } from '../options.js';
import { printValue } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';
import { inFiles } from './in-files.js';
import { Manifests } from './manifests.js';
import type { ObjectProblem } from './problem-in-words.js';
import { printProblems, printReport } from './report.js';

type Report = Schemas['ImportReport'];
type Operation = Schemas['Operation'];

/** `berth import`: manifests into a cluster. */
export function importManifests(berth: Berth): CommandUnknownOpts {
  return new Command('import')
    .summary('manifests into a cluster')
    .description(
      'Import manifests, YAML or JSON, as kubectl get -o yaml prints them. All files are one import: ' +
        'one revision or none.',
    )
    .argument('<files...>', 'files, folders of .yaml, .yml and .json files, or - for standard input')
    .option('--dry-run', 'only print what would change')
    .addOption(new Option('--on-error <how>', 'invalid objects').choices(['abort', 'skip'] as const))
    .addOption(new Option('--on-unknown <how>', 'unknown fields').choices(['warn', 'abort'] as const))
    .addOption(new Option('--on-ignored <how>', 'kinds that are not stored').choices(['warn', 'abort'] as const))
    .addOption(
      new Option('--quotas <how>', 'objects that exceed a ResourceQuota').choices(['report', 'enforce'] as const),
    )
    .option('--no-wait', 'end when the manifests are received: they are imported in the background')
    .option('--details', 'every problem of every object, instead of one line for those that are alike')
    .addOption(VALUE_OUTPUT)
    .action(async (files, { output, dryRun, wait, details = false, onError, onUnknown, onIgnored, quotas }) => {
      const query = new URLSearchParams({
        ...(dryRun && { dryRun: 'true' }),
        ...(onError && { onError }),
        ...(onUnknown && { onUnknown }),
        ...(onIgnored && { onIgnored }),
        ...(quotas && { quotas }),
      });
      const manifests = new Manifests(files, berth.terminal);
      const report = await imported(berth, manifests, { query, details, wait });
      if (report === undefined) berth.exitCode = EXIT.refused;
      else if (isOperation(report)) printBegun(report, output, berth.terminal);
      else if (output !== undefined) printValue(report, output, berth.terminal);
      else await printReport(report, { dryRun: dryRun === true, details, manifests, terminal: berth.terminal });
    })
    .addHelpText(
      'after',
      examples(
        ['kubectl get nodes,pods -A -o yaml | berth import -c prod -', 'the content of a cluster'],
        ['berth import -c prod nodes.yaml apps/', 'files and folders'],
        ['berth import -c prod --dry-run --on-unknown abort app.yaml', 'exit code 3 if a manifest has a mistake'],
        ['berth import -c prod --on-error skip everything.yaml', 'all valid objects'],
        ['berth import -c prod --no-wait everything.yaml', 'continue in the background'],
      ),
    );
}

function isOperation(answer: Report | Operation): answer is Operation {
  return 'progress' in answer;
}

/** Where the report of an import will be that continues. */
function printBegun(operation: Operation, output: 'json' | 'yaml' | undefined, terminal: Terminal): void {
  const { id, progress } = operation;
  if (output !== undefined) printValue(operation, output, terminal);
  else terminal.print(`import ${id} of ${progress.total} bytes: berth operations show ${id}`);
}

/** What the import did; undefined when there is something wrong with the manifests, which is said. */
async function imported(
  berth: Berth,
  manifests: Manifests,
  { query, details, wait }: { readonly query: URLSearchParams; readonly details: boolean; readonly wait: boolean },
): Promise<Report | Operation | undefined> {
  const { terminal, cluster } = berth;
  const path = `/v1/clusters/${encodeURIComponent(cluster)}/${wait ? 'import' : 'imports'}`;
  try {
    const response = await berth.client.fetch(query.size === 0 ? path : `${path}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/yaml' },
      body: manifests.stream(),
      duplex: 'half',
    });
    return (await response.json()) as Report | Operation;
  } catch (error) {
    terminal.status?.('');
    // Only the reader of the files knows what was wrong with them.
    if (manifests.failure !== undefined) throw manifests.failure;
    const { errors } = (error instanceof ServiceError ? error.answer : {}) as { errors?: readonly ObjectProblem[] };
    if (!(error instanceof ServiceError) || errors?.some(({ index }) => index !== undefined) !== true)
      throw await inFiles(error, manifests);
    terminal.complain(`berth: ${error.message}`);
    await printProblems({ '': errors }, { details, manifests, terminal });
    return undefined;
  } finally {
    terminal.status?.('');
  }
}
