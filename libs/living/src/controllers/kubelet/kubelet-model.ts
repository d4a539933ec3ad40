import { compileRequirements, parseLabelSelector, type LabelMatcher } from '#apimachinery';
import type { KubernetesObject, Pod } from '#kubernetes';
import { containersOf } from './pod-run.js';
import type { KubeletDefaults } from './settings.js';

/** What containers do unless annotations of their pod say otherwise: keys of the model without their prefix. */
type KubeletSettings = Readonly<Record<string, string>>;

/** Settings for some pods: those that all of its selectors select. */
interface KubeletRule {
  /** A label selector of nodes, as kubectl takes it. */
  readonly nodes?: string;
  /** A label selector of pods. */
  readonly pods?: string;
  /** An image of one of their containers; with `*` at the end, images that begin so. */
  readonly image?: string;
  readonly settings: KubeletSettings;
}

/** What the kubelets of a cluster do where annotations say nothing. JSON. */
export interface KubeletModel {
  readonly settings: KubeletSettings;
  /** The first rule that selects a pod and has a key decides it. */
  readonly rules: readonly KubeletRule[];
}

interface CompiledRule {
  readonly selects: (pod: Pod, node: KubernetesObject) => boolean;
  readonly settings: ReadonlyMap<string, string>;
}

/** The defaults of a cluster, its selectors compiled. */
export class KubeletDefaultsOf {
  readonly #rules: readonly CompiledRule[];

  constructor({ settings, rules }: KubeletModel) {
    const compiled = rules.map((rule) => ({
      selects: selectsOf(rule),
      settings: new Map(Object.entries(rule.settings)),
    }));
    this.#rules = [...compiled, { selects: () => true, settings: new Map(Object.entries(settings)) }];
  }

  of(pod: Pod, node: KubernetesObject): KubeletDefaults {
    const chosen = this.#rules.filter(({ selects }) => selects(pod, node));
    return (key) => chosen.find(({ settings }) => settings.has(key))?.settings.get(key);
  }
}

function selectsOf({ nodes, pods, image }: KubeletRule): CompiledRule['selects'] {
  const [ofNodes, ofPods] = [matcherOf(nodes), matcherOf(pods)];
  const isImage = image === undefined ? undefined : imageMatcher(image);
  return (pod, node) =>
    ofNodes(node.metadata.labels ?? {}) &&
    ofPods(pod.metadata.labels ?? {}) &&
    (isImage === undefined || containersOf(pod).some((container) => isImage(container.image)));
}

function matcherOf(text: string | undefined): LabelMatcher {
  if (text === undefined) return () => true;
  const parsed = parseLabelSelector(text);
  return 'requirements' in parsed ? compileRequirements(parsed.requirements) : () => false;
}

function imageMatcher(pattern: string): (image: string) => boolean {
  if (!pattern.endsWith('*')) return (image) => image === pattern;
  const start = pattern.slice(0, -1);
  return (image) => image.startsWith(start);
}
