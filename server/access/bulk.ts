import type { Action } from '../../contract/audit.ts';
import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { AppError } from '../errors.ts';
import { type BulkAction, type Item, type ItemResult, writeItems } from '../records/bulk.ts';
import { groupNamed, type Upsert, upsert } from '../records/upsert.ts';
import type { Door } from './door.ts';
import { created, Written } from './written.ts';

/** The record's own actions that an item amounts to. */
const PARTS: Readonly<Record<BulkAction, readonly Action[]>> = {
  create: ['create'],
  update: ['update'],
  upsert: ['create', 'update'],
  delete: ['delete'],
};

/** By which unique fields a row is meant, what becomes of it where it is there, and whether it must be there. */
interface Wanted extends Omit<Upsert, 'by'> {
  readonly by: string;
  readonly mustExist: boolean;
}

/** Does many writes of one record as one, each under the rule of what it does: all of them, or none. */
export function writeBulk(door: Door, definition: Definition, items: readonly Item[]): Promise<Written> {
  return door.write(async (writes) => {
    await door.reach(definition, ...new Set(items.flatMap(({ action }) => PARTS[action])));
    const results = await writeItems(writes, definition, items);
    const counts = Map.groupBy(results, ({ action }) => action);
    const count = (action: ItemResult['action']) => counts.get(action)?.length ?? 0;
    const text = `批量写入${definition.label}：新建 ${count('create')}，更新 ${count('update')}，删除 ${count('delete')}`;
    const report = results.map(({ action, id }, index) => {
      const status: 200 | 201 = action === 'create' ? 201 : 200;
      return { index, status, id };
    });
    return new Written({ status: 200, code: definition.codes.updated, text }, { items: report });
  });
}

/** Makes a row, or changes the one that holds the same unique fields; asks for the right to do either. */
export function writeUpsert(
  door: Door,
  definition: Definition,
  values: Raw,
  { by, change, terms, mustExist }: Wanted,
): Promise<Written> {
  const { label, codes, path } = definition;
  return door.write(async (writes) => {
    await door.reach(definition, 'create');
    const group = await groupNamed(writes, definition, by);
    const { id, isNew } = await upsert(writes, definition, values, { by: group, change, terms });
    if (isNew && mustExist) throw new AppError('changedMeanwhile');
    const location = `${path}/${id}`;
    if (isNew) return created(codes.created, `新建${label}`, id, location);
    return new Written({ status: 200, code: codes.updated, text: `更新${label}` }, { id, location });
  });
}
