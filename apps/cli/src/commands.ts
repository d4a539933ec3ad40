import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from './berth.js';
import { grants } from './access/grants.command.js';
import { keys } from './access/keys.command.js';
import { members } from './access/members.command.js';
import { teams } from './access/teams.command.js';
import { advice } from './advice/advice.command.js';
import { ask } from './ask/ask.command.js';
import { clock } from './clock/clock.command.js';
import { clusters } from './clusters/clusters.command.js';
import { compare } from './compare/compare.command.js';
import { completion } from './completion/completion.command.js';
import { context } from './context/context.command.js';
import { decisions } from './decisions/decisions.command.js';
import { diff } from './diff/diff.command.js';
import { doctor } from './doctor/doctor.command.js';
import { exportObjects } from './export/export.command.js';
import { fork } from './fork/fork.command.js';
import { importManifests } from './import/index.js';
import { kubeconfig } from './kubeconfig/kubeconfig.command.js';
import { mirror } from './mirror/mirror.command.js';
import { nodes } from './nodes/nodes.command.js';
import { operations } from './operations/operations.command.js';
import { pending } from './pending/pending.command.js';
import { pods } from './pods/pods.command.js';
import { profiles } from './profiles/profiles.command.js';
import { queue } from './queue/queue.command.js';
import { replay } from './replay/replay.command.js';
import { report } from './report/report.command.js';
import { quotas } from './quotas/quotas.command.js';
import { runs } from './runs/runs.command.js';
import { schedule } from './schedule/schedule.command.js';
import { schedules } from './schedules/schedules.command.js';
import { verify } from './verify/verify.command.js';
import { watch } from './watch/watch.command.js';
import { whatIf } from './whatif/whatif.command.js';
import { whyNot } from './why-not/why-not.command.js';
import { why } from './why/why.command.js';

/** Every command of `berth`, in the order of its help. */
export const COMMANDS: readonly ((berth: Berth) => CommandUnknownOpts)[] = [
  clusters,
  importManifests,
  exportObjects,
  kubeconfig,
  mirror,
  nodes,
  pods,
  schedule,
  runs,
  decisions,
  why,
  whyNot,
  whatIf,
  ask,
  pending,
  quotas,
  report,
  schedules,
  clock,
  queue,
  advice,
  compare,
  diff,
  fork,
  watch,
  profiles,
  replay,
  verify,
  operations,
  teams,
  members,
  keys,
  grants,
  doctor,
  context,
  completion,
];
