/** What a number of a resource counts. */
export function unitOf(resource: string): 'cores' | 'bytes' | 'pieces' {
  const name = resource.replace(/^(requests|limits)\./, '');
  if (name === 'cpu') return 'cores';
  const isBytes = name === 'memory' || name.endsWith('storage') || name.startsWith('hugepages-');
  return isBytes ? 'bytes' : 'pieces';
}
