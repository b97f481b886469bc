import { pastStates } from '../../form/past-states.ts';
import { titleIn } from '../../form/record-title.ts';
import type { ServedDescription } from '../definitions.ts';
import { readHistory } from './history.ts';

/** Changes that are looked through for the title of a deleted record. */
const MOST = 50;

/** What a deleted record was last called, as its history tells; empty if it does not. */
export async function readLastTitle(collection: ServedDescription, id: string): Promise<string> {
  const { revisions } = await readHistory(collection, id, undefined, { count: MOST });
  const fields = collection.fields.filter(({ name }) => name === collection.title_field);
  return titleIn(collection, pastStates(fields, revisions)[0] ?? {});
}
