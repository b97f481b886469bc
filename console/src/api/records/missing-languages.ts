import { chunksOf } from '../../form/chunks.ts';
import type { ServedDescription } from '../definitions.ts';
import { recordClient } from './record-list.ts';
import { referred } from './titles.ts';

type Languages = readonly string[];

/** As many ids as fit into an address. */
const MOST = 50;
let waiting = new Map<ServedDescription, Map<string, PromiseWithResolvers<Languages>>>();

/** The languages of a collection's texts that the user may read, the default one first. */
export function languagesOf({ fields }: ServedDescription): Languages {
  return [...new Set(fields.flatMap(({ readable, locale }) => (readable && locale ? [locale] : [])))];
}

/** The languages in which a record lacks a text that it has in another. Requests are batched. */
export function missingLanguages(collection: ServedDescription, id: string): Promise<Languages> {
  if (waiting.size === 0) queueMicrotask(readWaiting);
  const asked = waiting.get(collection) ?? new Map<string, PromiseWithResolvers<Languages>>();
  waiting.set(collection, asked);
  const answer = asked.get(id) ?? Promise.withResolvers<Languages>();
  asked.set(id, answer);
  return answer.promise;
}

function readWaiting(): void {
  const asked = waiting;
  waiting = new Map();
  for (const [collection, answers] of asked)
    for (const some of chunksOf([...answers], MOST)) void answer(collection, new Map(some));
}

async function answer(
  collection: ServedDescription,
  answers: ReadonlyMap<string, PromiseWithResolvers<Languages>>,
): Promise<void> {
  try {
    const missing = await readMissing(collection, [...answers.keys()]);
    for (const [id, { resolve }] of answers) resolve(missing.get(id) ?? []);
  } catch (error) {
    for (const { reject } of answers.values()) reject(error);
  }
}

/** Asks for each language only where there are records that lack any. */
async function readMissing(
  collection: ServedDescription,
  ids: readonly string[],
): Promise<Map<string, Languages>> {
  const languages = languagesOf(collection);
  const incomplete = await idsWithout(collection, languages.join(), ids);
  const found = new Map<string, string[]>(incomplete.map((id) => [id, []]));
  if (incomplete.length === 0) return found;
  const lacking = languages.map(async (name) => ({
    name,
    lack: await idsWithout(collection, name, incomplete),
  }));
  for (const { name, lack } of await Promise.all(lacking)) for (const id of lack) found.get(id)?.push(name);
  return found;
}

async function idsWithout(
  collection: ServedDescription,
  missing: string,
  ids: readonly string[],
): Promise<string[]> {
  const filter = { id: { in: ids.join() } };
  const asked = { missing, filter, fields: ['id'], count: MOST };
  const { items } = await recordClient(referred(collection)).list(asked);
  return items.map(({ id }) => String(id));
}
