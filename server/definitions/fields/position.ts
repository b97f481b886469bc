import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { flag, name } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { type Field, type FieldOptions, fieldChecks, type Kind, toField } from '../field.ts';
import { Problem } from '../problem.ts';

interface PositionOptions extends Pick<FieldOptions<string>, 'label' | 'help' | 'renamedFrom'> {
  /** The field whose equal values make a list that is ordered apart from the others, such as `playlist`. */
  readonly within?: string;
  /** Whether lists of the collection have this order unless a request names another. */
  readonly sortsLists?: true;
}

/** The most characters of a position; beyond them, the list is renumbered. */
export const MAX_POSITION = 60;

const { label, help, renamedFrom } = fieldChecks;
const OPTIONS: OptionTable<PositionOptions> = {
  owner: 'position',
  checks: { label, help, renamedFrom, within: name, sortsLists: flag },
};

/**
 * A record's place in an order that people make by hand. The server fills it in: a new record comes last, and a move gives a record
 * another place. Null only in records that are older than the field, until the first of them is moved.
 */
export function position<const O extends PositionOptions>(
  options?: Exact<O, PositionOptions>,
): Field<string | null, false> {
  return toField<string, O>(OPTIONS, options, kindOf) as Field<string | null, false>; // it has no default
}

function kindOf({ within, sortsLists }: PositionOptions): Kind<string> {
  return {
    kind: 'position',
    column: { type: 'string', length: MAX_POSITION },
    fixed: { nullable: true },
    schema: Type.String({ maxLength: MAX_POSITION, about: message('positionAbout') }),
    clean: (value) =>
      typeof value === 'string' && value.length <= MAX_POSITION ? value : new Problem(message('notAText')),
    position: { ...(within !== undefined && { within }), ...(sortsLists && { sortsLists }) },
  };
}
