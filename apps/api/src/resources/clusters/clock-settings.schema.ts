import { parseLabelSelector } from '#apimachinery';
import { FASTEST, parseSpan, type KubeletModel } from '#scheduling';
import { z } from 'zod';
import { Json, shown, words } from '../../ground/graphql/index.js';

export const clockMode = words('ClockMode', 'How time passes in a cluster that lives.', {
  virtual: 'Time stands still between requests that let it pass.',
  real: 'Time passes by itself.',
});

export const clockRate = z.number().positive().max(FASTEST);

const duration = z
  .string()
  .refine(
    (text) => parseSpan(text) !== undefined,
    'must be a duration such as 1h2m3.5s, at most a hundred years, or a distribution of them: uniform(5s,20s), ' +
      'exponential(10s), normal(10s,3s) or lognormal(10s,3s)',
  );
const flag = z.enum(['true', 'false']);
const exitCode = z.string().regex(/^\d{1,3}$/, 'must be an exit code');
const exitCodes = z.string().regex(/^\d{1,3}(,\d{1,3})*$/, 'must be exit codes, comma-separated');
const selector = z
  .string()
  .refine((text) => 'requirements' in parseLabelSelector(text), 'must be a label selector such as a=b,c in (d,e)');

/** The keys of the kubelets' model, as in annotations of pods without their prefix. */
const kubeletKeys = {
  'start-after': duration.describe('From the binding of a pod to its first container.').optional(),
  'ready-after': duration.describe('From the start of a container to ready.').optional(),
  ready: flag.describe('`false`: containers are never ready.').optional(),
  'run-for': duration.describe('A container ends by itself so long after each start.').optional(),
  'exit-code': exitCode.describe('Of containers that end by themselves.').optional(),
  'exit-codes': exitCodes.describe('The same, by run.').optional(),
  'exit-code-by-index': exitCodes.describe('The same, by index of a Job.').optional(),
  waiting: z.string().min(1).max(100).describe('A reason: containers never start.').optional(),
  'stop-after': duration.describe('The time that containers of a deleted pod need to end.').optional(),
  hold: flag.describe('`true`: kubelets start nothing.').optional(),
};

const kubeletRule = z.strictObject({
  nodes: selector.describe('A label selector of nodes.').optional(),
  pods: selector.describe('A label selector of pods.').optional(),
  image: z
    .string()
    .min(1)
    .describe('An image of one of the containers; `*` at its end: every image that begins so.')
    .optional(),
  ...kubeletKeys,
});

const kubeletBody = shown(
  z.strictObject({
    ...kubeletKeys,
    rules: z
      .array(kubeletRule)
      .max(100)
      .describe('For some pods: the first rule that selects a pod and has a key decides it.')
      .optional(),
  }),
  { type: () => Json },
).describe(
  'What kubelets do where annotations of pods say nothing: keys of the kubelet model without their prefix. With it, ' +
    'kubelets report pods as soon as they see them, as ContainerCreating.',
);

export const clockBody = shown(
  z.strictObject({
    mode: clockMode.describe('How time passes. Default: virtual.').optional(),
    now: z.iso.datetime({ offset: true }).optional().describe('Its first time. Default: the time of the request.'),
    seed: z.string().max(100).optional().describe('The seed of all that is random in the cluster. Default: 1.'),
    rate: clockRate.optional().describe('Number of seconds that pass in a second; only of a real clock. Default: 1.'),
    kubelet: kubeletBody.optional(),
  }),
  { name: 'ClockInput', about: 'A clock of a cluster.' },
);

type KubeletBody = z.output<typeof kubeletBody>;

/** The model of kubelets as clusters keep it. */
export function kubeletModelOf({ rules = [], ...settings }: KubeletBody): KubeletModel {
  return {
    settings: definedOf(settings),
    rules: rules.map(({ nodes, pods, image, ...rest }) => ({
      ...(nodes !== undefined && { nodes }),
      ...(pods !== undefined && { pods }),
      ...(image !== undefined && { image }),
      settings: definedOf(rest),
    })),
  };
}

function definedOf(settings: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
