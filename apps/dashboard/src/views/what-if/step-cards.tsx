import {
  ArrowLeft,
  Ban,
  CalendarCheck,
  CircleCheck,
  Droplets,
  FileInput,
  Pencil,
  Scaling,
  ServerCog,
  ServerOff,
  SlidersHorizontal,
  SquarePlus,
  Tag,
  Trash2,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldProblem } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { detailsOf, kindOf, STEP_KINDS, type Step } from './steps.js';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  cordon: Ban,
  uncordon: CircleCheck,
  drain: Droplets,
  removeNodes: ServerOff,
  addNodes: SquarePlus,
  taint: ServerCog,
  label: Tag,
  import: FileInput,
  deletePods: Trash2,
  scale: Scaling,
  profile: SlidersHorizontal,
  schedule: CalendarCheck,
};
const ICON = 16;

/** What can be done with a step. */
interface Doing {
  readonly edit: (place: number) => void;
  readonly put: (steps: readonly Step[]) => void;
}

/** Steps in their order, a card each: what it does, to what, and what came of it when the steps were tried. */
export function StepCards({
  steps,
  edited,
  wrong,
  became,
  children,
  ...doing
}: Doing & {
  readonly steps: readonly Step[];
  readonly edited: number | undefined;
  /** What the service said of each, by its place. */
  readonly wrong: ReadonlyMap<number, readonly FieldProblem[]>;
  /** What came of each, in words; empty where they have not been tried. */
  readonly became: readonly string[];
  /** The card that makes the next one. */
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ol className="steps" aria-label="Steps to try">
      {steps.map((step, index) => (
        <li key={index} className={wrong.has(index) ? 'wrong' : index === edited ? 'edited' : undefined}>
          <StepHead steps={steps} index={index} {...doing} />
          <Details step={step} />
          {(wrong.get(index) ?? []).map(({ field, message }) => (
            <p key={`${field} ${message}`} className="problem refused">
              <code>{field}</code> {message}
            </p>
          ))}
          {became[index] !== undefined && <p className="became">{became[index]}</p>}
        </li>
      ))}
      <li className="make">{children}</li>
    </ol>
  );
}

function StepHead({
  steps,
  index,
  edit,
  put,
}: Doing & { readonly steps: readonly Step[]; readonly index: number }): ReactNode {
  const kind = kindOf(steps[index]);
  const Icon = ICONS[kind] ?? ServerCog;
  return (
    <header>
      <Icon size={18} aria-hidden />
      <strong>{STEP_KINDS[kind]?.title ?? kind}</strong>
      {index > 0 && (
        <Button name={`Step ${index + 1} before`} onPress={() => put(swapped(steps, index))}>
          <ArrowLeft size={ICON} aria-hidden />
        </Button>
      )}
      <Button name={`Change step ${index + 1}`} onPress={() => edit(index)}>
        <Pencil size={ICON} aria-hidden />
      </Button>
      <Button name={`Without step ${index + 1}`} onPress={() => put(steps.filter((_, place) => place !== index))}>
        <X size={ICON} aria-hidden />
      </Button>
    </header>
  );
}

function Details({ step }: { readonly step: Step }): ReactNode {
  const details = detailsOf(step);
  if (details.length === 0) return null;
  return (
    <dl className="facts">
      {details.map(([label, value]) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function swapped(steps: readonly Step[], index: number): readonly Step[] {
  return steps.map((step, place) => {
    if (place === index) return steps[index - 1] ?? step;
    return place === index - 1 ? (steps[index] ?? step) : step;
  });
}
