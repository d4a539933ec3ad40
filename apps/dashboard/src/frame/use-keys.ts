import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { changed, usePlace } from '../place/index.js';
import { VIEWS } from '../views/views.js';
import type { Opened } from './opened.js';
import { turnTheme } from './theme.js';
import { useTime } from './use-time.js';

/** After a `g`, how long the letter of a view is waited for. */
const LETTER_MS = 1_500;

/** The keys that hold everywhere; what has the focus has its keys first. */
export function useKeys(open: (opened: Opened) => void): void {
  const { cluster, at } = usePlace();
  const time = useTime();
  const navigate = useNavigate();
  const goAt = useRef(-LETTER_MS);
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = {
      ':': () => open('palette'),
      '?': () => open('keys'),
      '{': () => open('request'),
      '/': () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
      '[': () => time.step(-1),
      ']': () => time.step(1),
      L: time.live,
      P: time.freeze,
      T: turnTheme,
      g: () => (goAt.current = performance.now()),
    };
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
        event.preventDefault();
        return open('palette');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return;
      const view = VIEWS.find(({ key }) => key === event.key);
      const isLetter = performance.now() - goAt.current < LETTER_MS;
      if (isLetter && view?.of !== undefined && cluster !== '') {
        goAt.current = -LETTER_MS;
        return void navigate({ to: view.of(cluster), search: changed({}, { at }) });
      }
      if (actions[event.key] === undefined) return;
      event.preventDefault();
      actions[event.key]?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, cluster, at, time, navigate]);
}

/** Lists that are open take letters, and a button that opens one does. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable=true]') ||
    target.closest('[role=listbox], [role=menu], [aria-haspopup=listbox]') !== null
  );
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog]') !== null;
}
