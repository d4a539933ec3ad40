import { useState, type FormEvent, type ReactNode } from 'react';
import { problemOf, queries, useMutating } from '../../api/index.js';
import { Button, Check, ChoiceField, Field, FileField } from '../../controls/index.js';
import { Dialog } from '../../dialog/index.js';
import { ImportManifestsDocument, type ImportManifestsMutation } from '../../generated/documents.js';
import { Problem, Refusals } from '../../states/index.js';

type Report = NonNullable<ImportManifestsMutation['importManifests']['report']>;

/** Imports what `kubectl get -o yaml` prints, or says what is wrong with it by object and field. */
export function ImportDialog({
  clusters,
  close,
}: {
  readonly clusters: readonly string[];
  readonly close: () => void;
}): ReactNode {
  const { run, isRunning, result, error } = useMutating(ImportManifestsDocument);
  const [file, setFile] = useState<string>();
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const manifests = file ?? textIn(form, 'manifests');
    await run({
      input: { clusterId: textIn(form, 'cluster'), manifests, dryRun: form.has('dryRun'), onError: 'abort' },
    });
    void queries.invalidateQueries({ queryKey: [''] });
  };
  const { report, refusals = [] } = result?.importManifests ?? {};
  return (
    <Dialog title="Import manifests" close={close}>
      <form onSubmit={(event) => void send(event)}>
        <div className="inline">
          <ChoiceField label="Into" name="cluster" of={clusters} autoFocus />
          <FileField
            label="File"
            accept={['.yaml', '.yml', '.json']}
            fallback="Choose a file, or paste below"
            take={(chosen) => void chosen.text().then(setFile)}
          />
        </div>
        {file === undefined && (
          <Field label="Manifests, as YAML or JSON" name="manifests" kind="text" size={12} isRequired />
        )}
        <p className="actions">
          <Check name="dryRun">only try, and keep nothing</Check>
          <Button submits isPending={isRunning}>
            Import
          </Button>
        </p>
      </form>
      {error !== undefined && <Problem problem={problemOf(error)} />}
      <Refusals refusals={refusals} />
      {report && <ReportOf report={report} />}
    </Dialog>
  );
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function ReportOf({
  report: { created, updated, unchanged, dryRun, revision, ...report },
}: {
  readonly report: Report;
}): ReactNode {
  const items = [...report.rejected, ...report.warnings];
  return (
    <section role="status">
      <p>
        {dryRun ? 'Would have been' : `Revision ${revision}:`} {created} created, {updated} updated, {unchanged}{' '}
        unchanged
        {report.ignoredKinds.map(({ kind, count }) => `, ${count} ${kind} ignored`).join('')}.
      </p>
      {items.length > 0 && (
        <ul>
          {items.map(({ kind, namespace, name, field, message }, index) => (
            <li key={index}>
              {kind} {[namespace, name].filter(Boolean).join('/')} {field !== null && <code>{field}</code>} {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
