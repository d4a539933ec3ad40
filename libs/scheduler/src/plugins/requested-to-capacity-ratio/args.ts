import type { FieldPath } from '#apimachinery';
import type { FieldReader, ResourceSpec } from '../../fields/index.js';
import type { ShapePoint } from '../node-resources-fit/args.js';

/** RequestedToCapacityRatioArgs: there are no defaults. */
export interface RatioArgs {
  readonly shape: readonly ShapePoint[];
  readonly resources: readonly ResourceSpec[];
}

const MAX_UTILIZATION = 100;
const MAX_SCORE = 10;

/** As kube-scheduler v1.20 ValidateRequestedToCapacityRatioArgs, which tells the first problem only. */
export function readRatioArgs(reader: FieldReader): RatioArgs {
  const shape = reader.list('shape', (point) => ({
    utilization: point.integer('utilization') ?? 0,
    score: point.integer('score') ?? 0,
  }));
  const resources = reader.list('resources', (entry) => ({
    name: entry.requiredString('name'),
    weight: entry.integer64('weight') ?? 0,
  }));
  const found =
    shapeProblem(shape, reader.at('shape')) ??
    rangeProblem(shape, reader.at('shape')) ??
    weightProblem(resources, reader.at('resources'));
  if (found !== null)
    reader.report({ field: found.path.toString(), reason: 'FieldValueInvalid', message: found.message });
  return { shape, resources };
}

interface Found {
  readonly path: FieldPath;
  readonly message: string;
}

function shapeProblem(shape: readonly ShapePoint[], path: FieldPath): Found | null {
  if (shape.length === 0) return { path, message: 'at least one point must be specified' };
  for (const [index, { utilization }] of shape.entries()) {
    const before = shape[index - 1]?.utilization;
    if (before === undefined || before < utilization) continue;
    const values = `Utilization[${index - 1}]==${before} >= Utilization[${index}]==${utilization}`;
    return { path: path.index(index).child('utilization'), message: `utilization values must be sorted. ${values}` };
  }
  return null;
}

function rangeProblem(shape: readonly ShapePoint[], path: FieldPath): Found | null {
  for (const [index, point] of shape.entries()) {
    const found =
      outOfRange(point, { field: 'utilization', most: MAX_UTILIZATION, index }) ??
      outOfRange(point, { field: 'score', most: MAX_SCORE, index });
    if (found !== null) return { path: path.index(index).child(found.field), message: found.message };
  }
  return null;
}

function outOfRange(
  point: ShapePoint,
  { field, most, index }: { readonly field: keyof ShapePoint; readonly most: number; readonly index: number },
): { readonly field: string; readonly message: string } | null {
  const value = point[field];
  if (value >= 0 && value <= most) return null;
  const bound = value < 0 ? 'less than 0' : `greater than ${most}`;
  const named = `${field === 'score' ? 'Score' : 'Utilization'}[${index}]==${value}`;
  return { field, message: `${field} values must not be ${bound}. ${named}` };
}

function weightProblem(resources: readonly ResourceSpec[], path: FieldPath): Found | null {
  const index = resources.findIndex(({ weight }) => weight < 1);
  const { name, weight } = resources[index] ?? {};
  if (name === undefined) return null;
  return {
    path: path.index(index).child('weight'),
    message: `resource ${name} weight ${weight} must not be less than 1`,
  };
}
