import { invalid, notSupported, qualifiedNameProblems, required, type FieldPath } from '#apimachinery';
import { defaultResourceSpecs, readResourceSpecs, type FieldReader, type ResourceSpec } from '../../fields/index.js';

export type ScoringStrategyType = 'LeastAllocated' | 'MostAllocated' | 'RequestedToCapacityRatio';

/** A point of the broken line from utilisation (0..100 %) to score (0..10). */
export interface ShapePoint {
  readonly utilization: number;
  readonly score: number;
}

/** NodeResourcesFitArgs with defaults applied. */
export interface NodeResourcesFitArgs {
  readonly ignoredResources?: readonly string[];
  readonly ignoredResourceGroups?: readonly string[];
  readonly scoringStrategy: {
    readonly type: ScoringStrategyType;
    readonly resources: readonly ResourceSpec[];
    readonly requestedToCapacityRatio?: { readonly shape: readonly ShapePoint[] };
  };
}

const STRATEGIES: readonly ScoringStrategyType[] = ['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'];
const MAX_UTILIZATION = 100;
const MAX_SHAPE_SCORE = 10;

/** As kube-scheduler v1.34 SetDefaults_NodeResourcesFitArgs and ValidateNodeResourcesFitArgs. */
export function readNodeResourcesFitArgs(reader: FieldReader): NodeResourcesFitArgs {
  const ignoredResources = reader.strings('ignoredResources');
  const ignoredResourceGroups = reader.strings('ignoredResourceGroups');
  ignoredResources?.forEach((name, index) => checkName(reader, name, reader.at('ignoredResources').index(index)));
  ignoredResourceGroups?.forEach((group, index) =>
    checkGroup(reader, group, reader.at('ignoredResourceGroups').index(index)),
  );
  const scoringStrategy = reader.object('scoringStrategy', readStrategy) ?? {
    type: 'LeastAllocated',
    resources: defaultResourceSpecs(),
  };
  return {
    ...(ignoredResources !== undefined && { ignoredResources }),
    ...(ignoredResourceGroups !== undefined && { ignoredResourceGroups }),
    scoringStrategy,
  };
}

function readStrategy(reader: FieldReader): NodeResourcesFitArgs['scoringStrategy'] {
  const named = reader.string('type') ?? '';
  const type = STRATEGIES.find((strategy) => strategy === named);
  if (type === undefined) reader.report(notSupported(reader.at('type'), named, STRATEGIES));
  const resources = readResourceSpecs(reader);
  resources.forEach(({ name, weight }, index) => checkWeight(reader, { name, weight }, index));
  const ratio = reader.object('requestedToCapacityRatio', readRatio);
  if (type === 'RequestedToCapacityRatio' && ratio === undefined)
    reader.report(required(reader.at('requestedToCapacityRatio')));
  return { type: type ?? 'LeastAllocated', resources, ...(ratio !== undefined && { requestedToCapacityRatio: ratio }) };
}

function readRatio(reader: FieldReader): { readonly shape: readonly ShapePoint[] } {
  const shape = reader.list('shape', (point) => ({
    utilization: point.integer('utilization') ?? 0,
    score: point.integer('score') ?? 0,
  }));
  const path = reader.at('shape');
  if (shape.length === 0) reader.report(required(path, 'at least one point must be specified'));
  const unsortedAt = shape.findIndex(
    ({ utilization }, index) => utilization <= (shape[index - 1]?.utilization ?? -Infinity),
  );
  const unsorted = shape[unsortedAt];
  if (unsorted !== undefined) {
    reader.report(
      invalid(
        path.index(unsortedAt).child('utilization'),
        unsorted.utilization,
        'values must be sorted in increasing order',
      ),
    );
  }
  shape.forEach(({ utilization, score }, index) => {
    checkRange(reader, path.index(index).child('utilization'), { value: utilization, most: MAX_UTILIZATION });
    checkRange(reader, path.index(index).child('score'), { value: score, most: MAX_SHAPE_SCORE });
  });
  return { shape };
}

function checkRange(reader: FieldReader, path: FieldPath, { value, most }: { value: number; most: number }): void {
  if (value < 0 || value > most) reader.report(invalid(path, value, `not in valid range [0, ${most}]`));
}

function checkWeight(reader: FieldReader, { name, weight }: ResourceSpec, index: number): void {
  if (weight >= 1 && weight <= 100) return;
  const path = reader.at('resources').index(index).child('weight');
  reader.report(invalid(path, weight, `resource weight of ${name} not in valid range (0, 100]`));
}

function checkName(reader: FieldReader, name: string, path: FieldPath): void {
  for (const problem of qualifiedNameProblems(name)) reader.report(invalid(path, name, problem));
}

function checkGroup(reader: FieldReader, group: string, path: FieldPath): void {
  if (group.includes('/')) reader.report(invalid(path, group, "resource group name can't contain '/'"));
  checkName(reader, group, path);
}
