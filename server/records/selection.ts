import { MAX_EXPANDED, MAX_HOPS } from '../../contract/limits.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { Condition } from './condition.ts';
import { visibleRows } from './filter.ts';
import { fieldNamed, namesOf } from './names.ts';
import type { Scope } from './scope.ts';

/** What is shown of a record's rows: its columns, and the rows that some of them refer to. */
export interface Selection {
  readonly definition: Definition;
  /** The id, which is always shown, and what else was asked for. */
  readonly columns: readonly string[];
  readonly expanded: readonly Expansion[];
}

/** A reference that is followed, to those rows of its target that the asker sees. */
export interface Expansion {
  readonly column: string;
  readonly visible: Condition;
  readonly selection: Selection;
}

/** What a client asks to be shown of a row. */
export interface Showing {
  readonly fields?: string;
  readonly expand?: string;
  /** Whether each row is to tell what may be done with it. */
  readonly can?: '1';
}

/** Reads `fields=title,author.name` and `expand=author,author.country`. Throws naming what is unknown or not readable. */
export function readSelection(
  scope: Scope,
  definition: Definition,
  { fields = '', expand = '' }: Showing,
): Selection {
  const named = pathsOf(fields);
  const followed = pathsOf(expand);
  if (followed.length > MAX_EXPANDED) throw badParameters({ expand: `不能超过 ${MAX_EXPANDED} 个引用` });
  const tooFar = followed.find((path) => path.length > MAX_HOPS);
  if (tooFar) throw badParameters({ expand: `${tooFar.join('.')} 超过 ${MAX_HOPS} 层` });
  return readLevel(scope, definition, { named, followed, place: '' });
}

/** What was asked of one record: paths that begin at it. */
interface Asked {
  readonly named: readonly string[][];
  readonly followed: readonly string[][];
  readonly place: string;
}

function readLevel(scope: Scope, definition: Definition, asked: Asked): Selection {
  const expanded = [...new Set(asked.followed.map(([name = '']) => name))].map((name) =>
    readExpansion(scope, definition, name, asked),
  );
  const shown = new Set<string>();
  for (const [name = '', ...rest] of asked.named) {
    if (rest.length === 0 && !fieldNamed(definition, name, scope.rights))
      throw badParameters({ fields: `没有可读的字段 ${(asked.place + name).slice(0, 200)}` });
    if (rest.length > 0 && !expanded.some(({ column }) => column === name))
      throw badParameters({ fields: `${(asked.place + name).slice(0, 200)} 没有展开` });
    if (rest.length === 0) shown.add(name);
  }
  const columns = namesOf(definition, scope.rights).filter(
    (name) => name === 'id' || shown.size === 0 || shown.has(name),
  );
  return { definition, columns, expanded };
}

function readExpansion(scope: Scope, definition: Definition, name: string, asked: Asked): Expansion {
  const place = asked.place + name;
  const target = fieldNamed(definition, name, scope.rights)?.target;
  if (target === undefined) throw badParameters({ expand: `没有可展开的引用 ${place.slice(0, 200)}` });
  const definitionThere = scope.catalogue.get(target);
  const visible = visibleRows(scope, definitionThere, `expand ${place}`);
  const below = (paths: readonly string[][]) =>
    paths.filter(([first, ...rest]) => first === name && rest.length > 0).map((path) => path.slice(1));
  const selection = readLevel(scope, definitionThere, {
    named: below(asked.named),
    followed: below(asked.followed),
    place: `${place}.`,
  });
  return { column: name, visible, selection };
}

function pathsOf(text: string): string[][] {
  const paths = text.split(',').filter((path) => path !== '');
  return [...new Set(paths)].map((path) => path.split('.'));
}
