import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { Bindings } from './bindings.ts';
import { always, type Condition } from './condition.ts';
import type { Sight } from './sight.ts';

/** What a query is read against: the records there are, what the asker sees of them, and where its values go. */
export interface Scope {
  readonly catalogue: Catalogue;
  readonly sight: Sight;
  readonly bindings: Bindings;
}

/** The rows of a record that the asker sees, as a condition. Throws, naming the place that asks, where that is none. */
export function visibleRows({ sight, bindings }: Scope, definition: Definition, place: string): Condition {
  const rows = sight.rows(definition);
  const maker = definition.columns.create_user_id;
  if (rows === 'all') return always;
  if (rows === 'none' || !maker) throw badParameters({ [place]: '不可读' });
  return { column: 'create_user_id', is: '=', slot: bindings.add(maker, rows.madeBy) };
}
