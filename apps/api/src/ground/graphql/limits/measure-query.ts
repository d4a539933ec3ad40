import { ownField } from '#json';
import {
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { DEFAULT_FIRST } from '../relay/page.args.js';
import type { QueryLimits } from './query-limits.js';

/** A query that passed validation, with its variables. */
export interface ValidQuery {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What a selection asks for, of one parent. */
type Measure = Omit<QueryLimits, 'rootFields'>;

/** Arguments that say how many objects a field answers. */
const SIZES: ReadonlySet<string> = new Set(['first', 'last', 'ids']);

const NOTHING: Measure = { depth: 0, aliases: 0, directives: 0, nodes: 0 };

/**
 * What is worth as much as this many objects, by the type of a field or by the field itself: a trace decodes a chunk of
 * traces, a diff goes through two states of a cluster, columns through all of its nodes and pods. Of what goes through
 * whole histories a query has one.
 */
const COSTS: ReadonlyMap<string | undefined, number> = new Map([
  ['TraceRowConnection', 100],
  ['TraceColumns', 100],
  ['FailingSet', 100],
  ['Why', 100],
  ['WhyNot', 1000],
  ['Why.requestChanges', 1000],
  ['FitAnywhere', 1000],
  ['PendingExplanation', 1000],
  ['AdviceList', 1000],
  ['Diff', 5_000],
  ['NodeColumns', 5_000],
  ['NodesOverTime', 5_000],
  ['LabelKey', 5_000],
  ['Query.verify', 30_000],
  ['ReplayPayload', 30_000],
  ['ComparePayload', 30_000],
]);

/** What a query asks for, before anything of it is executed. Fragments are measured once, wherever they are spread. */
export function measureQuery(query: ValidQuery): QueryLimits {
  const type = query.schema.getRootType(query.operation.operation);
  if (type === undefined || type === null) return { ...NOTHING, rootFields: 0 };
  const measuring = new Measuring(query);
  return {
    ...measuring.selection(query.operation.selectionSet, type),
    rootFields: measuring.rootFields(query.operation.selectionSet),
  };
}

class Measuring {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #measured = new Map<string, Measure>();
  readonly #roots = new Map<string, number>();
  /** Those that are not given have what the query itself says. */
  readonly #variables: Readonly<Record<string, unknown>>;

  constructor(private readonly query: ValidQuery) {
    this.#variables = { ...defaultsOf(query.operation), ...query.variables };
    const fragments = query.document.definitions.filter(
      (one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION,
    );
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  selection({ selections }: SelectionSetNode, parent: GraphQLCompositeType): Measure {
    return selections
      .map((selection) => {
        const directives = selection.directives?.length ?? 0;
        switch (selection.kind) {
          case Kind.FIELD:
            return plus(this.#field(selection, parent), { ...NOTHING, directives });
          case Kind.INLINE_FRAGMENT:
            return plus(
              this.selection(selection.selectionSet, this.#typeOf(selection.typeCondition?.name.value, parent)),
              { ...NOTHING, directives },
            );
          case Kind.FRAGMENT_SPREAD:
            return plus(this.#fragment(selection.name.value, parent), { ...NOTHING, directives });
        }
      })
      .reduce(plus, NOTHING);
  }

  rootFields({ selections }: SelectionSetNode): number {
    return selections
      .map((selection) => {
        if (selection.kind === Kind.FIELD) return 1;
        return selection.kind === Kind.INLINE_FRAGMENT
          ? this.rootFields(selection.selectionSet)
          : this.#rootFieldsOf(selection.name.value);
      })
      .reduce((sum, count) => sum + count, 0);
  }

  #rootFieldsOf(name: string): number {
    const fragment = this.#fragments.get(name);
    const known = this.#roots.get(name) ?? (fragment === undefined ? 0 : this.rootFields(fragment.selectionSet));
    this.#roots.set(name, known);
    return known;
  }

  #fragment(name: string, parent: GraphQLCompositeType): Measure {
    const known = this.#measured.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    const measure =
      fragment === undefined
        ? NOTHING
        : this.selection(fragment.selectionSet, this.#typeOf(fragment.typeCondition.name.value, parent));
    this.#measured.set(name, measure);
    return measure;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType): Measure {
    const field = 'getFields' in parent ? ownField(parent.getFields(), node.name.value) : undefined;
    const type = field === undefined ? this.#metaType(node.name.value) : getNamedType(field.type);
    const inside =
      node.selectionSet === undefined || !isCompositeType(type) ? NOTHING : this.selection(node.selectionSet, type);
    const times = field === undefined ? 1 : this.#times(node, field);
    const own = times > 1 || type?.name.endsWith('Connection') === true ? times : 0;
    const cost = COSTS.get(type?.name) ?? COSTS.get(`${parent.name}.${node.name.value}`) ?? 0;
    return {
      depth: inside.depth + 1,
      aliases: inside.aliases + (node.alias === undefined ? 0 : 1),
      directives: inside.directives,
      nodes: own + cost + inside.nodes * Math.max(times, 1),
    };
  }

  /** How many objects a field can hold: what it pages by, or the ids it is given. */
  #times(node: FieldNode, field: GraphQLField<unknown, unknown>): number {
    const values = field.args
      .filter(({ name }) => SIZES.has(name))
      .map((argument) => this.#valueOf(node, argument))
      .flatMap((value) => (Array.isArray(value) ? value.length : typeof value === 'number' && value > 0 ? value : []));
    if (values.length > 0) return Math.max(...values);
    return field.args.some(({ name }) => SIZES.has(name)) ? DEFAULT_FIRST : 1;
  }

  #valueOf(node: FieldNode, { name, defaultValue }: GraphQLArgument): unknown {
    const given = node.arguments?.find((argument) => argument.name.value === name)?.value;
    return given === undefined ? defaultValue : valueFromASTUntyped(given, this.#variables);
  }

  /** Introspection has fields of its own. */
  #metaType(name: string): GraphQLCompositeType | undefined {
    const type = this.query.schema.getType(name === '__schema' ? '__Schema' : '__Type');
    return name.startsWith('__') && name !== '__typename' && isObjectType(type) ? type : undefined;
  }

  #typeOf(name: string | undefined, parent: GraphQLCompositeType): GraphQLCompositeType {
    const type = name === undefined ? undefined : this.query.schema.getType(name);
    return isCompositeType(type) ? type : parent;
  }
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    ),
  );
}

function plus(a: Measure, b: Measure): Measure {
  return {
    depth: Math.max(a.depth, b.depth),
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
    nodes: a.nodes + b.nodes,
  };
}
