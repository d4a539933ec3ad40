import { Observed } from '../api/index.js';

const STORED = 'berth.theme';
const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
}

/** The colours that the reader chose, and those of their system until then. */
export const theme = new Observed<Theme>(storedTheme());

export function turnTheme(): void {
  const next = nextTheme(theme.value);
  localStorage.setItem(STORED, next);
  applyTheme(next);
  theme.set(next);
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return THEMES.find((theme) => theme === stored) ?? 'auto';
}

/** Style sheets have both colours of everything, and take one by the scheme of the root. */
export function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === 'auto' ? 'light dark' : theme;
}
