import type { ExtenderQuestion } from '#scheduler';

/** The manifests that an extender is sent which keeps none itself. */
export interface Manifests {
  /** JSON of the nodes, in the order of their names. */
  nodes(names: readonly string[]): Promise<readonly string[]>;
  /** JSON of pods, by uid. */
  pods(pods: readonly VictimName[]): Promise<ReadonlyMap<string, string>>;
}

/** A pod that is on a node. */
export interface VictimName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly node: string;
}

/** The body of a request, as kube-scheduler v1.34 writes it: names of fields are those of k8s.io/kube-scheduler. */
export async function requestBody(question: ExtenderQuestion, manifests: Manifests): Promise<string> {
  const { extender, pod } = question;
  switch (question.verb) {
    case 'bind': {
      const { namespace, name, uid } = pod.metadata ?? {};
      return JSON.stringify({ PodName: name, PodNamespace: namespace, PodUID: uid, Node: question.node });
    }
    case 'preempt': {
      const [whole, meta] = extender.nodeCacheCapable
        ? ['null', JSON.stringify(metaVictims(question))]
        : [await wholeVictims(question, manifests), 'null'];
      return `{"Pod":${JSON.stringify(pod)},"NodeNameToVictims":${whole},"NodeNameToMetaVictims":${meta}}`;
    }
    default: {
      const [nodes, names] = extender.nodeCacheCapable
        ? ['null', JSON.stringify(question.nodes)]
        : [`{"metadata":{},"items":[${(await manifests.nodes(question.nodes)).join(',')}]}`, 'null'];
      return `{"Pod":${JSON.stringify(pod)},"Nodes":${nodes},"NodeNames":${names}}`;
    }
  }
}

type PreemptQuestion = Extract<ExtenderQuestion, { readonly verb: 'preempt' }>;

function metaVictims({ candidates }: PreemptQuestion): object {
  return Object.fromEntries(
    candidates.map(({ node, victims, budgetViolations }) => [
      node,
      { Pods: victims.map(({ uid }) => ({ UID: uid })), NumPDBViolations: budgetViolations },
    ]),
  );
}

async function wholeVictims({ candidates }: PreemptQuestion, manifests: Manifests): Promise<string> {
  const named = candidates.flatMap(({ node, victims }) => victims.map((victim) => ({ ...victim, node })));
  const pods = await manifests.pods(named);
  const members = candidates.map(({ node, victims, budgetViolations }) => {
    const list = victims.map(({ uid }) => pods.get(uid) ?? 'null').join(',');
    return `${JSON.stringify(node)}:{"Pods":[${list}],"NumPDBViolations":${budgetViolations}}`;
  });
  return `{${members.join(',')}}`;
}
