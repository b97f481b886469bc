import { type Catalogue, type Definition, inFile, storedColumns } from '../../definitions/for-server.ts';
import { CannotStart } from '../../errors.ts';
import { quireCommand } from '../../shared/system/how-to-call.ts';
import type { SchemaState } from './schema-state.ts';

/** Throws CannotStart where a collection has the name of a table that another program has made: it is never changed. */
export function refuseForeignTables({ all }: Catalogue, state: SchemaState): void {
  const foreign = all.filter((definition) => isForeign(definition, state));
  if (foreign.length === 0) return;
  const problems = foreign.map(
    (definition) =>
      `collection '${definition.name}'${inFile(definition)}: another program has made the table '${definition.name}' of this database; give the collection another name, or serve the table with: ${quireCommand} adopt`,
  );
  throw new CannotStart(problems.join('\n'));
}

/**
 * Whether a table has neither a column that is recorded nor just those of its definition, as a table has whose creation was
 * interrupted.
 */
function isForeign(definition: Definition, { tables, recorded }: SchemaState): boolean {
  const columns = tables.get(definition.name);
  if (!columns || [...columns].some((column) => recorded.has(`${definition.name}.${column}`))) return false;
  const wanted = Object.keys(storedColumns(definition));
  return columns.size !== wanted.length || wanted.some((column) => !columns.has(column));
}
