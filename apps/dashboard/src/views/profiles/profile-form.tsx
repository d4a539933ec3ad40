import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { RoleButton } from '../../access/index.js';
import { problemOf, refresh, useMutating } from '../../api/index.js';
import { Button, Field } from '../../controls/index.js';
import { NewProfileDocument, SaveProfileDocument } from '../../generated/documents.js';
import { notify } from '../../notices/index.js';
import { paths, usePlace } from '../../place/index.js';
import { Problem, Refusals } from '../../states/index.js';
import { draftText, readDraft } from './draft.js';
import { PluginForm } from './plugin-form.js';
import { hasPlugins, type KnownPlugin } from './plugins-in-draft.js';
import { TryOnRun } from './try-on-run.js';

/** A profile as its plugins and as text, YAML or JSON, which the service judges field by field before it is stored. */
export function ProfileForm({
  text: given,
  plugins,
  replaces,
}: {
  readonly text: string;
  readonly plugins: readonly KnownPlugin[];
  /** The profile that it becomes the next version of; a new one where there is none. */
  readonly replaces?: { readonly name: string; readonly resourceVersion: string | null };
}): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const [text, setText] = useState(given);
  const creating = useMutating(NewProfileDocument);
  const saving = useMutating(SaveProfileDocument);
  const { isRunning, error } = replaces === undefined ? creating : saving;
  const answer = creating.result?.createProfile ?? saving.result?.updateProfile;
  const send = async (dryRun: boolean): Promise<void> => {
    const asked = { clusterId: cluster, profile: text, dryRun };
    const said =
      replaces === undefined
        ? (await creating.run({ input: asked }))?.createProfile
        : (await saving.run({ input: { ...asked, ...replaces } }))?.updateProfile;
    if (dryRun || said?.profile == null) return;
    refresh(cluster);
    notify(`${said.profile.name} is saved as version ${said.profile.version}.`);
    void navigate({ to: paths.profiles(cluster, said.profile.name) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <Halves text={text} plugins={plugins} change={setText} />
      <p className="actions">
        <Button isPending={isRunning} onPress={() => void send(true)}>
          Check it
        </Button>
        <RoleButton submits takes="editor" isPending={isRunning}>
          Save
        </RoleButton>
        <span role="status">
          {answer?.profile != null &&
            `It is valid: version ${answer.profile.version}, ${answer.profile.digest.slice(0, 12)}`}
        </span>
      </p>
      <Refusals refusals={answer?.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
      <TryOnRun draft={text} against={replaces?.name} />
    </form>
  );
}

/** A draft as its plugins and as its text, beside each other: each follows the other. */
function Halves({
  text,
  plugins,
  change,
}: {
  readonly text: string;
  readonly plugins: readonly KnownPlugin[];
  readonly change: (text: string) => void;
}): ReactNode {
  const read = readDraft(text);
  return (
    <div className="cards halves">
      <section className="card" aria-label="Plugins and weights">
        {'problem' in read ? (
          <p className="quiet">The plugins are shown when the text is one profile: {read.problem}</p>
        ) : hasPlugins(read.draft) ? (
          <PluginForm draft={read.draft} plugins={plugins} change={(draft) => change(draftText(draft))} />
        ) : (
          <p className="quiet">A legacy Policy has predicates and priorities in place of plugins.</p>
        )}
      </section>
      <section className="card text-beside" aria-label="Text">
        <Field label="As YAML or JSON" kind="text" size={20} value={text} change={change} />
      </section>
    </div>
  );
}
