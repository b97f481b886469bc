import { boolean } from '../../../definitions/fields/boolean.ts';
import { type Definition, type Field, USER } from '../../../definitions/for-server.ts';
import { badParameters } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import { authorsRights, type Rights } from '../../rights.ts';
import type { Scope } from '../scope.ts';
import { always, type Condition, never } from './condition.ts';
import type { FilterTree } from './filter-tree.ts';

/**
 * The name by which filters and `fields` ask whether the caller created a record. It is not a column, and is answered only on
 * request.
 */
export const MINE = 'is_mine';

/** The field by which `is_mine` is described. */
export const mine: Field = boolean();
export const MINE_OPERATORS = ['eq', 'ne'] as const;

/** The column with a record's creator, which is never answered. */
export const CREATOR = 'create_user_id';

/** Whether readers of a collection may ask for `is_mine`. A field of that name keeps its own meaning. */
export function offersIsMine({ access, columns, fields, isSingleton, shown }: Definition): boolean {
  return access !== undefined && !isSingleton && !shown && CREATOR in columns && !(MINE in fields);
}

/** Whether a name means this of a collection. Rules have words of their own for it: `ownRecords`. */
export function namesIsMine(definition: Definition, name: string, rights: Rights): boolean {
  return name === MINE && rights !== authorsRights && offersIsMine(definition);
}

/** Reads `{ eq: 'true' }`. Callers without a token created no record, although they share an id. */
export function readMine({ rights, bindings }: Scope, tree: FilterTree, path: string): Condition {
  const refuse = (at: string, problem: ReturnType<typeof message>) =>
    badParameters({ [at.slice(0, 200)]: problem });
  const words = typeof tree === 'string' ? [] : Object.entries(tree);
  if (words.length === 0) throw refuse(path, message('operatorExpected', { allowed: MINE_OPERATORS }));
  const every = words.map(([word, value]): Condition => {
    const there = `${path}.${word}`;
    if (!MINE_OPERATORS.some((one) => one === word))
      throw refuse(there, message('notAnOperator', { allowed: MINE_OPERATORS }));
    if (value !== 'true' && value !== 'false') throw refuse(there, message('notABoolean'));
    const me = rights.me();
    const isWanted = (value === 'true') === (word === 'eq');
    if (me === undefined) return isWanted ? never : always;
    const slot = bindings.add({ type: 'bigint' }, me);
    return { column: CREATOR, is: isWanted ? '=' : '<>', slot };
  });
  return { every };
}

/** The value of `me` in a comparison with this field; undefined if the field does not refer to users, or there is no caller. */
export function meFor({ target }: Field, rights: Rights): (() => bigint | undefined) | undefined {
  return target === USER && rights !== authorsRights ? () => rights.me() : undefined;
}
