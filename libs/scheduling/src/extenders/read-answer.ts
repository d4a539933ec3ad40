import type { ExtenderQuestion, ExtenderResult } from '#scheduler';
import { asText, bodyList, GoStruct, parseBody } from './go-json.js';

/** What an extender answered, as kube-scheduler v1.34 reads it. @throws Undecodable */
export function readAnswer({ verb, extender }: ExtenderQuestion, body: string): ExtenderResult {
  const value = parseBody(body);
  switch (verb) {
    case 'filter':
      return filterResult(new GoStruct(value, 'ExtenderFilterResult'), extender.nodeCacheCapable);
    case 'prioritize':
      return { verb, scores: bodyList(value, 'HostPriorityList').map(hostScore) };
    case 'preempt':
      return { verb, candidates: candidatesOf(new GoStruct(value, 'ExtenderPreemptionResult')) };
    case 'bind':
      return { verb, error: new GoStruct(value, 'ExtenderBindingResult').text('Error') };
  }
}

/** Names where they are asked for and given, else those of whole nodes; with neither, no node passes. */
function filterResult(result: GoStruct, nodeCacheCapable: boolean): ExtenderResult {
  const names = result.texts('NodeNames');
  const whole = result.struct('Nodes', 'NodeList')?.list('items', '[]v1.Node') ?? [];
  return {
    verb: 'filter',
    nodes: nodeCacheCapable && names !== null ? names : whole.map(nameOf),
    failed: reasons(result, 'FailedNodes'),
    unresolvable: reasons(result, 'FailedAndUnresolvableNodes'),
    error: result.text('Error'),
  };
}

function nameOf(node: unknown): string {
  return new GoStruct(node, 'Node').struct('metadata', 'ObjectMeta')?.text('name') ?? '';
}

function reasons(result: GoStruct, field: string): Record<string, string> {
  return Object.fromEntries(
    result.map(field, 'v1.FailedNodesMap', (value, place) => asText(value, { place, type: 'string' })),
  );
}

function hostScore(value: unknown): { readonly host: string; readonly score: number } {
  const entry = new GoStruct(value, 'HostPriority');
  return { host: entry.text('Host'), score: entry.integer('Score') };
}

function candidatesOf(result: GoStruct): Extract<ExtenderResult, { readonly verb: 'preempt' }>['candidates'] {
  const victims = result.map('NodeNameToMetaVictims', 'map[string]*v1.MetaVictims', (value, place) => {
    const entry = new GoStruct(value, 'MetaVictims', place);
    const pods = entry.list('Pods', '[]*v1.MetaPod') ?? [];
    return {
      victims: pods.map((pod) => new GoStruct(pod, 'MetaPod').text('UID')),
      budgetViolations: entry.integer('NumPDBViolations'),
    };
  });
  return [...victims].map(([node, found]) => ({ node, ...found }));
}
