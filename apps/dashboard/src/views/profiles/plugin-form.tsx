import type { ReactNode } from 'react';
import { Input, NumberField } from 'react-aria-components';
import { counted, percent } from '../../words/index.js';
import type { Draft } from './draft.js';
import { settingOf, withSetting, type KnownPlugin, type Setting } from './plugins-in-draft.js';
import { Check, Fold } from '../../controls/index.js';

type Row = Setting & { readonly plugin: KnownPlugin };

/** The plugins of a profile, switched and weighed: every change is written to its text. */
export function PluginForm({
  draft,
  plugins,
  change,
}: {
  readonly draft: Draft;
  readonly plugins: readonly KnownPlugin[];
  /** Missing where the profile can only be read. */
  readonly change?: (draft: Draft) => void;
}): ReactNode {
  const rows = plugins.map((plugin): Row => ({ plugin, ...settingOf(draft, plugin) }));
  const isShown = ({ plugin, isOn }: Row): boolean => plugin.isDefault || isOn;
  const scoring = rows.filter((row) => isShown(row) && row.weight !== null);
  const others = rows.filter((row) => isShown(row) && row.weight === null);
  const hidden = rows.filter((row) => !isShown(row));
  const weighed = scoring.filter(({ isOn }) => isOn).sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0));
  const sum = weighed.reduce((all, { weight }) => all + (weight ?? 0), 0);
  const set =
    change && ((row: Row, next: Partial<Setting>) => change(withSetting(draft, row.plugin, { ...row, ...next })));
  return (
    <div className="plugins">
      <table>
        <caption>Plugins that score, with the share of each in the sum</caption>
        <thead>
          <tr>
            <th scope="col">plugin</th>
            <th scope="col">weight</th>
            <th scope="col">share</th>
          </tr>
        </thead>
        <tbody>
          {[...weighed, ...scoring.filter(({ isOn }) => !isOn)].map((row) => (
            <tr key={row.plugin.name}>
              <th scope="row">
                <Switch row={row} set={set} />
              </th>
              <td>
                <Weight row={row} set={set} />
              </td>
              <td>
                <Share row={row} sum={sum} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Switches title="Plugins that filter, sort, reserve, or bind" rows={others} set={set} />
      {hidden.length > 0 && (
        <Fold title={`${counted(hidden.length, 'plugin')} not on by default`}>
          <Switches title="Plugins that are not on by default" rows={hidden} set={set} />
        </Fold>
      )}
    </div>
  );
}

function Share({ row: { plugin, isOn, weight }, sum }: { readonly row: Row; readonly sum: number }): ReactNode {
  const ratio = isOn && sum > 0 ? (weight ?? 0) / sum : 0;
  return (
    <span className="full">
      <meter min={0} max={1} value={ratio} aria-label={`Share of ${plugin.name}`} /> {percent(ratio)}
    </span>
  );
}

type Set = ((row: Row, next: Partial<Setting>) => void) | undefined;

function Switches({
  title,
  rows,
  set,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly set: Set;
}): ReactNode {
  return (
    <fieldset className="switches">
      <legend>{title}</legend>
      {rows.map((row) => (
        <Switch key={row.plugin.name} row={row} set={set} />
      ))}
    </fieldset>
  );
}

function Switch({ row, set }: { readonly row: Row; readonly set: Set }): ReactNode {
  const { plugin, isOn } = row;
  return (
    <Check isChecked={isOn} isDisabled={set === undefined} turn={(isTurnedOn) => set?.(row, { isOn: isTurnedOn })}>
      <span title={plugin.extensionPoints.join(', ')}>{plugin.name}</span>
    </Check>
  );
}

/** The largest that kube-scheduler accepts times the highest score stays an exact number. */
const MAX_WEIGHT = 1_000_000;

function Weight({ row, set }: { readonly row: Row; readonly set: Set }): ReactNode {
  const { plugin, isOn, weight } = row;
  return (
    <NumberField
      minValue={1}
      maxValue={MAX_WEIGHT}
      aria-label={`Weight of ${plugin.name}`}
      value={weight ?? NaN}
      isDisabled={set === undefined || !isOn}
      onKeyDown={(event) => {
        // It is taken over, and does not save the profile.
        if (event.key === 'Enter') event.preventDefault();
      }}
      onChange={(next) => {
        if (!Number.isNaN(next)) set?.(row, { weight: next });
      }}
    >
      <Input className="input weight" />
    </NumberField>
  );
}
