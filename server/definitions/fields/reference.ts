import { message } from '../../messages/message.ts';
import { detachedAndRequired, flag, name, oneOf } from '../checks/option-checks.ts';
import { type Exact, type OptionTable, shown } from '../checks/options.ts';
import {
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Localisable,
  type OnDelete,
  toField,
} from '../field.ts';
import { Problem } from '../problem.ts';
import type { TargetName } from '../types/collections-api.ts';
import { INT64, toId } from './bigint.ts';

interface ReferenceOptions extends FieldOptions<bigint>, Localisable {
  /** What deleting the referenced record does here; by default, the deletion is refused. */
  readonly onDelete?: OnDelete;
  /** It refers to the parent of a record, in a tree of the collection's own records. */
  readonly tree?: true;
}

const OPTIONS: OptionTable<ReferenceOptions> = {
  owner: 'reference',
  checks: { ...fieldChecks, localised: flag, onDelete: oneOf('refuse', 'detach', 'delete'), tree: flag },
};

/** A reference to one record of another collection, named by its name. */
export function reference<const O extends ReferenceOptions>(
  target: TargetName,
  options?: Exact<O, ReferenceOptions>,
): FieldOf<bigint, O> {
  const contradiction = (given: ReferenceOptions) =>
    problemOfTarget(target) ?? detachedAndRequired(given) ?? localisedTree(given);
  return toField<bigint, O>({ ...OPTIONS, contradiction }, options, ({ onDelete = 'refuse', tree }) => ({
    kind: 'reference',
    column: { type: 'bigint' },
    fixed: { indexed: true },
    target,
    onDelete,
    ...(tree && { tree }),
    schema: INT64,
    clean: (value) => toId(value) ?? new Problem(message('notAnId')),
  }));
}

function localisedTree({ tree, localised }: ReferenceOptions): string | undefined {
  return tree && localised ? "'tree' and 'localised' exclude each other: a record has one parent" : undefined;
}

/** Why a value is not a collection name; undefined if it is one. */
export function problemOfTarget(target: unknown): string | undefined {
  return name.accepts(target)
    ? undefined
    : `the collection that it refers to must be named first, such as 'author', not ${shown(target)}`;
}
