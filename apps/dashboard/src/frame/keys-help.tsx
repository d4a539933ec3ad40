import type { ReactNode } from 'react';
import { VIEWS } from '../views/views.js';
import { Dialog } from '../dialog/index.js';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K  or  :', 'find an object, a decision, a revision, a view or an action'],
  ['/', 'go to the first filter of the view'],
  ['[  and  ]', 'the change before, the change after'],
  ['L', 'live'],
  ['P', 'freeze the address at this revision'],
  ['{', 'this view as GraphQL and curl'],
  ['T', 'colours'],
  ['?', 'these keys'],
  ['Esc', 'close a dialog'],
  ['↑ ↓ ← →, Page Up, Page Down, Home, End', 'move in a table or a map'],
  ['Enter', 'open the marked item'],
];

export function KeysHelp({ close }: { readonly close: () => void }): ReactNode {
  const views = VIEWS.filter(({ key }) => key !== undefined).map(({ key, title }) => [`g ${key}`, title] as const);
  return (
    <Dialog title="Keys" close={close}>
      <table className="keys">
        <tbody>
          {[...KEYS, ...views].map(([keys, does]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
