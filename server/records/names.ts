import { bigint } from '../definitions/bigint.ts';
import { dateTime } from '../definitions/date-time.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Field, Fields } from '../definitions/field.ts';
import type { Sight } from './sight.ts';

/** What the server fills and everybody who sees the row may see. */
const filled: Fields = {
  id: bigint({ min: 1n, required: true }),
  create_time: dateTime({ required: true }),
  update_time: dateTime({ required: true }),
};

/** The field that a query means by a name; undefined where there is none, or none that may be seen: nobody can tell which. */
export function fieldNamed(definition: Definition, name: string, sight: Sight): Field | undefined {
  if (Object.hasOwn(filled, name)) return name in definition.columns ? filled[name] : undefined;
  const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
  return field && !field.secret && sight.shows(definition, name) ? field : undefined;
}

/** Every name that a query may use, in the order of the columns. */
export function namesOf(definition: Definition, sight: Sight): string[] {
  return Object.keys(definition.columns).filter((name) => fieldNamed(definition, name, sight));
}
