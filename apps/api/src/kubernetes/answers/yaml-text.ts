import { dump } from 'js-yaml';

/** An object as YAML in the form that sigs.k8s.io/yaml writes: keys in order, lists not indented, lines not folded. */
export function yamlText(object: object): string {
  return dump(object, { sortKeys: true, seqNoIndent: true, lineWidth: -1, noRefs: true, quoteStyle: 'double' });
}
