import type { Column } from '../../../contract/column.ts';
import { type Definition, type Field, linkName, Problem } from '../../definitions/for-server.ts';
import { CannotStart } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fit } from './column-values.ts';
import { refilled } from './steps/conversion-steps.ts';
import { staleKeys } from './steps/key-steps.ts';
import type { Operation } from './steps/step.ts';
import { type Planned, recordedOf, type Table, tableFor } from './table.ts';

/** What a row is to hold in place of a value that is in the way, by its table and column as they are now. */
export interface Correction {
  readonly collection: string;
  readonly id: bigint;
  readonly field: string;
  readonly becomes: unknown;
}

/** A correction that the field accepts, with the value as its present column holds it. */
export interface ReadCorrection {
  readonly definition: Definition;
  readonly table: string;
  readonly id: bigint;
  readonly column: string;
  readonly type: Column;
  readonly value: unknown;
}

/** Reads a correction. Throws CannotStart if the field, by its new definition, refuses the value. */
export function readCorrection(planned: Planned, given: Correction): ReadCorrection {
  const { collection, id, field: column, becomes } = given;
  const refuse = (why: string) =>
    new CannotStart(`${collection}.${column} of record ${id} cannot become ${toJson(becomes)}: ${why}`);
  const table = planned.definitions
    .map((definition) => tableFor(planned, definition))
    .find((one) => one?.currentName === collection);
  const kind = table && fieldAt(table, column);
  const type = table && recordedOf(table, column)?.column;
  if (!table || !kind || !type) throw refuse('no definition has this field');
  const common = { definition: table.definition, table: collection, id, column, type };
  if (becomes === null) {
    if (kind.nullable) return { ...common, value: null };
    throw refuse('it must not be null');
  }
  const cleaned = kind.clean(becomes);
  if (cleaned instanceof Problem) throw refuse(render(cleaned.text, 'en'));
  const value = inColumn(type, cleaned);
  const encoded =
    value === undefined ? undefined : planned.engine.decode(type, planned.engine.encode(type, value));
  if (encoded === undefined || toJson(fit(encoded, kind)) !== toJson(cleaned))
    throw refuse('its present column cannot hold it; correct it by the earlier definitions');
  return { ...common, value };
}

/** The operations that bring the indexes of corrected ids and nested values up to date. */
export function indexesOf(planned: Planned, corrections: readonly ReadCorrection[]): Operation[] {
  const fields = new Map(corrections.map((one) => [`${one.table}.${one.column}`, one]));
  return [...fields.values()].flatMap(({ definition, table, column, type }): Operation[] => {
    const link = linkName(table, column);
    if (type.type === 'ids' && planned.state.tables.has(link)) return [{ link, table, column }];
    const field = definition.fields[column];
    const there = { name: table, currentName: table, state: planned.state };
    return [...staleKeys(there, column), ...(field?.nested ? refilled(there, column, field) : [])];
  });
}

function fieldAt({ definition: { fields } }: Table, column: string): Field | undefined {
  return fields[column] ?? Object.values(fields).find(({ renamedFrom }) => renamedFrom.includes(column));
}

/** A value of the new field as a column of the former kind holds it; undefined if it cannot. */
function inColumn(column: Column, value: unknown): unknown {
  switch (column.type) {
    case 'string':
    case 'text':
      return typeof value === 'string' ? value : toJson(value);
    case 'integer':
    case 'time':
      return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
    case 'bigint': {
      const [only, ...others] = [value].flat();
      return others.length === 0 && /^-?\d+$/.test(String(only)) ? BigInt(String(only)) : undefined;
    }
    case 'decimal': {
      const [whole = '', fraction = ''] = String(value).split('.');
      if (!/^-?\d+$/.test(whole) || fraction.length > column.scale) return undefined;
      return column.scale === 0 ? whole : `${whole}.${fraction.padEnd(column.scale, '0')}`;
    }
    case 'ids':
      return [value].flat();
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    default:
      return value;
  }
}
