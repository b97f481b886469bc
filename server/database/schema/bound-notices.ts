import { type Catalogue, type Definition, storedColumns } from '../../definitions/for-server.ts';
import { CannotStart } from '../../errors.ts';
import type { Engine } from '../engine.ts';
import { mayOutgrow, textsThatFit } from '../row-bounds.ts';
import type { SchemaState } from './schema-state.ts';

const LANGUAGES = 'a localised field has a column for each language of LOCALES';

/** Throws CannotStart naming the collections whose columns are more, or larger, than those of a table of the engine can be. */
export function refuseTooWideTables(engine: Engine, { all }: Catalogue, { tables }: SchemaState): void {
  const most = engine.rowBounds.columns;
  const tooWide = all.flatMap((definition) => {
    const { name } = definition;
    const columns = storedColumns(definition);
    const kept = [...(tables.get(name) ?? [])].filter((column) => !Object.hasOwn(columns, column)).length;
    const count = Object.keys(columns).length + kept;
    const dropped = kept > 0 ? `, ${kept} of them put aside or of another version` : '';
    return count > most
      ? [
          `'${name}' has ${count} columns${dropped}; a table of ${engine.name} has at most ${most} (${LANGUAGES})`,
        ]
      : [];
  });
  tooWide.push(...all.flatMap((definition) => tooLarge(engine, definition)));
  if (tooWide.length > 0) throw new CannotStart(tooWide.join('\n'));
}

function tooLarge({ name: server, rowBounds }: Engine, definition: Definition): string[] {
  const { name } = definition;
  const columns = storedColumns(definition);
  for (const { bytes, of, counting } of rowBounds.declared ?? []) {
    const needed = Object.values(columns).reduce((sum, column) => sum + of(column), 0);
    if (needed > bytes)
      return [
        `'${name}' needs ${needed} bytes for a record; ${server} has at most ${bytes} (${counting}; ${LANGUAGES}). Take shorter or fewer texts`,
      ];
  }
  return [];
}

/** Notices for the operator about collections whose rows may become larger than the engine can store. */
export function boundNotices(engine: Engine, { all }: Catalogue): string[] {
  const { page } = engine.rowBounds;
  return all.flatMap((definition) =>
    page && mayOutgrow(engine.rowBounds, definition)
      ? [
          `WARNING: '${definition.name}' has ${Object.keys(storedColumns(definition)).length} columns. A row of ${engine.name} has at most ${page.bytes} bytes in its page, some ${textsThatFit(engine.rowBounds)} filled texts (${LANGUAGES}). Writes of larger records are refused.`,
        ]
      : [],
  );
}
