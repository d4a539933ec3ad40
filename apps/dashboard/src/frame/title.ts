import { VIEWS, type View } from '../views/views.js';

/** The title of the window: the object or the view, the view of an object, and the cluster. */
export function titleOf(pathname: string): string {
  const parts = pathname.split('/').filter((part) => part !== '');
  const view = VIEWS.find(({ path }) => matches(path, parts));
  const [, cluster] = parts[0] === 'clusters' ? parts : [];
  const object = view === undefined ? [] : namesIn(view, parts);
  const words = [object.join('/'), view?.title, cluster && decodeURIComponent(cluster), 'Berth'];
  return words.filter(Boolean).join(' · ');
}

function matches(path: string, parts: readonly string[]): boolean {
  const steps = path.split('/').filter((step) => step !== '');
  return steps.length === parts.length && steps.every((step, index) => step.startsWith('$') || step === parts[index]);
}

/** What the address names below the cluster: a node, a pod. */
function namesIn({ path }: View, parts: readonly string[]): string[] {
  const steps = path.split('/').filter((step) => step !== '');
  return steps.flatMap((step, index) =>
    step.startsWith('$') && step !== '$cluster' ? [decodeURIComponent(parts[index] ?? '')] : [],
  );
}
