import type { FieldNode, GraphQLObjectType, GraphQLResolveInfo, SelectionNode } from 'graphql';
import { asksOf } from './asks.ts';
import type { Library } from './library.ts';

/** What a selection of a record asks of the API. */
export interface AskedOfRecord {
  readonly fields: string;
  readonly expand?: string;
  readonly can?: '1';
  /** Whether its ETag is asked for, which only whole records have. */
  readonly etag: boolean;
  /** Whether something is asked for that a whole record does not hold. */
  readonly isMore: boolean;
}

type Info = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;

/** The longest list of fields that the API takes. */
const MOST_CHARACTERS = 1000;

/** The parameters that answer what is selected of records of this type, below the given fields of a document. */
export function askedOf(
  lib: Library,
  info: Info,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): AskedOfRecord {
  const fields = new Set<string>();
  const expand = new Set<string>();
  const flags = { can: false, etag: false, isOnRequest: false };
  const read = (at: GraphQLObjectType, selected: Iterable<FieldNode>, path: string): void => {
    fields.add(`${path}id`);
    for (const node of selected) {
      const field = at.getFields()[node.name.value];
      if (!field) continue;
      const asks = asksOf(field);
      for (const name of asks.fields?.split(',') ?? []) {
        fields.add(path + name);
        flags.isOnRequest ||= name.includes('.') || name === 'is_mine';
      }
      flags.can ||= asks.can === true && path === '';
      flags.etag ||= asks.etag === true && path === '';
      if (asks.expand === undefined) continue;
      expand.add(path + asks.expand);
      read(
        lib.getNamedType(field.type) as GraphQLObjectType,
        below(lib, info, node),
        `${path}${asks.expand}.`,
      );
    }
  };
  read(
    type,
    nodes.flatMap((node) => [...below(lib, info, node)]),
    '',
  );
  const named = [...fields].join();
  return {
    // Too long a list is left out where everything that it names is answered without it.
    fields: named.length > MOST_CHARACTERS && !flags.isOnRequest ? '' : named,
    ...(expand.size > 0 && { expand: [...expand].join() }),
    ...(flags.can && { can: '1' }),
    etag: flags.etag,
    isMore: expand.size > 0 || flags.can || flags.isOnRequest,
  };
}

/** The fields below these that have one of these names. */
export function fieldsNamed(
  lib: Library,
  info: Info,
  nodes: readonly FieldNode[],
  ...names: readonly string[]
): FieldNode[] {
  return nodes.flatMap((node) =>
    [...below(lib, info, node)].filter(({ name }) => names.includes(name.value)),
  );
}

/** The fields that are selected below one, fragments taken in, without those that directives leave out. */
function* below(
  lib: Library,
  info: Info,
  node: { readonly selectionSet?: FieldNode['selectionSet'] },
): Generator<FieldNode> {
  for (const one of node.selectionSet?.selections ?? []) {
    if (isLeftOut(lib, info, one)) continue;
    if (one.kind === lib.Kind.FIELD) yield one;
    else if (one.kind === lib.Kind.INLINE_FRAGMENT) yield* below(lib, info, one);
    else {
      const fragment = info.fragments[one.name.value];
      if (fragment) yield* below(lib, info, fragment);
    }
  }
}

function isLeftOut(lib: Library, { variableValues }: Info, node: SelectionNode): boolean {
  const skip = lib.getDirectiveValues(lib.GraphQLSkipDirective, node, variableValues);
  const include = lib.getDirectiveValues(lib.GraphQLIncludeDirective, node, variableValues);
  return skip?.if === true || include?.if === false;
}
