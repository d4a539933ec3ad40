/** A module as dependency-cruiser tells of it. */
export interface CruisedModule {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/**
 * Rooms below `root` that need each other, each circle as its folders in alphabetical order. Files may go
 * round in no circle while their folders do.
 */
export function folderCircles(modules: readonly CruisedModule[], root: string): readonly (readonly string[])[] {
  const needs = folderGraph(modules, root);
  const reached = new Map([...needs.keys()].map((folder) => [folder, reachedFrom(folder, needs)]));
  const circles = [...needs.keys()].map((folder) =>
    [...needs.keys()].filter((other) => reached.get(folder)?.has(other) && reached.get(other)?.has(folder)).sort(),
  );
  return [...new Set(circles.filter(({ length }) => length > 0).map((circle) => circle.join(' ')))].map((circle) =>
    circle.split(' '),
  );
}

function folderGraph(modules: readonly CruisedModule[], root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const needs = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const folder = folderOf(source, root);
    if (folder === undefined) continue;
    const needed = needs.get(folder) ?? new Set();
    for (const { resolved } of dependencies) {
      const other = folderOf(resolved, root);
      if (other !== undefined && other !== folder) needed.add(other);
    }
    needs.set(folder, needed);
  }
  return needs;
}

/** Folders that only group others: what stands in them are the rooms. */
const GROUPS: ReadonlySet<string> = new Set(['ground', 'resources']);

function folderOf(file: string, root: string): string | undefined {
  const steps = file.startsWith(`${root}/`) ? file.slice(root.length + 1).split('/') : [];
  const depth = GROUPS.has(steps[0] ?? '') ? 2 : 1;
  return steps.length > depth ? steps.slice(0, depth).join('/') : undefined;
}

function reachedFrom(folder: string, needs: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const other of needs.get(next) ?? [])
      if (!reached.has(other)) {
        reached.add(other);
        open.push(other);
      }
  return reached;
}
