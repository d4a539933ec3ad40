import { UsageError } from '../exit.js';
import type { Manifests } from '../import/index.js';
import { readYaml, type Terminal } from '../terminal/index.js';

/** The options of `berth ask`. */
interface Asked {
  readonly manifests?: Manifests | undefined;
  readonly node: readonly string[];
  readonly selector?: string | undefined;
  readonly key: string;
  readonly shapes?: string | undefined;
  readonly most?: number | undefined;
  readonly autoscaler?: true | undefined;
}

/** How a question is asked: its body in the API, and an example of the command. */
interface Question {
  readonly body: (asked: Asked, terminal: Terminal) => object | Promise<object>;
  readonly example: readonly [command: string, what: string];
}

/** The questions, by their names in the API. */
export const QUESTIONS: Readonly<Record<string, Question>> = {
  fits: {
    body: async ({ manifests }) => ({ manifests: await needed(manifests, '--file').text() }),
    example: ['berth ask fits -c prod -f deploy.yaml', 'exit code 1 if it does not, 4 if it cannot be judged'],
  },
  'how-many': {
    body: async ({ manifests, ...asked }) => ({
      templates: [{ manifests: await needed(manifests, '--file').text() }],
      ...enough(asked),
    }),
    example: ['berth ask how-many -c prod -f pod.yaml', 'how many copies fit'],
  },
  drain: {
    body: ({ autoscaler, ...asked }) => ({ ...drained(asked), ...(autoscaler && { autoscaler }) }),
    example: ['berth ask drain -c prod web-1', 'where its pods would go, and which budgets forbid it'],
  },
  loss: {
    body: ({ key }) => ({ topologyKey: key }),
    example: ['berth ask loss -c prod --key topology.kubernetes.io/zone', 'which zones are indispensable'],
  },
  'nodes-needed': {
    body: async ({ manifests, shapes }, terminal) => ({
      ...(manifests !== undefined && { manifests: await manifests.text() }),
      shapes: await shapesOf(needed(shapes, '--shapes'), terminal),
    }),
    example: ['berth ask nodes-needed -c prod --shapes shapes.yaml', 'the cheapest nodes for all pending pods'],
  },
  repack: {
    body: ({ autoscaler, ...asked }) => ({ ...enough(asked), ...(autoscaler && { autoscaler }) }),
    example: ['berth ask repack -c prod --autoscaler', 'which nodes the cluster autoscaler could remove'],
  },
};

async function shapesOf(file: string, terminal: Terminal): Promise<readonly unknown[]> {
  const shapes = await readYaml(file, terminal);
  if (!Array.isArray(shapes)) throw new Error(`${file}: --shapes takes a list of {name, price, node}`);
  return shapes as readonly unknown[];
}

/** @throws UsageError where nodes are given by both, or by neither */
function drained({ node, selector }: Pick<Asked, 'node' | 'selector'>): object {
  if (node.length === 0) return { labelSelector: needed(selector, 'a node, or --selector') };
  if (selector !== undefined) throw new UsageError('drain takes nodes, or --selector');
  return { names: node };
}

function enough({ most }: Pick<Asked, 'most'>): object {
  return most === undefined ? {} : { most };
}

/** @throws UsageError where it was not given */
function needed<T>(value: T | undefined, option: string): T {
  if (value === undefined) throw new UsageError(`this question needs ${option}`);
  return value;
}
