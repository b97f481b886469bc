import { onScopeDispose, shallowRef } from 'vue';
import { listUsers } from '../../api/admin/administration.ts';
import { type ServedDescription, useDefinitions } from '../../api/definitions.ts';
import { useOwnRoutes } from '../../api/own-routes.ts';
import { findTitles, isFindable } from '../../api/records/titles.ts';
import { chunksOf } from '../../form/chunks.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/index.ts';

/** What was found in one collection, or among users. */
export interface FoundGroup {
  readonly key: string;
  readonly label: string;
  readonly entries: readonly FoundEntry[];
}

interface FoundEntry {
  readonly id: string;
  readonly title: string;
  /** What tells it from others with its title. */
  readonly detail: string;
  readonly path: string;
}

/** Debounces typing. */
const TYPING_MS = 180;
/** Collections that are asked at once. */
const AT_ONCE = 6;
const MOST_RECORDS = 5;
/** No further collections are asked once these are found. */
const ENOUGH = 30;

/** Searches on the server for users and for records of all collections. Answers to earlier words are dropped. */
export function useRecordSearch() {
  const { listed } = useDefinitions();
  const { may } = useOwnRoutes();
  const found = shallowRef<readonly FoundGroup[]>([]);
  const isBusy = shallowRef(false);
  let asked = 0;
  let typing: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(typing));

  async function read(words: string) {
    const mine = ++asked;
    isBusy.value = true;
    const groups = chunksOf(listed.value.filter(isFindable), AT_ONCE);
    const people = may('GET /cms/admin/users') ? usersWith(words) : [];
    let all: readonly FoundGroup[] = [];
    for (const collections of groups) {
      const answers = await Promise.all(collections.map((collection) => recordsOf(collection, words)));
      if (mine !== asked) return;
      all = [...all, ...answers].filter(({ entries }) => entries.length > 0);
      found.value = all;
      if (all.flatMap(({ entries }) => entries).length >= ENOUGH) break;
    }
    const users = await people;
    if (mine !== asked) return;
    found.value = [...all, ...users];
    isBusy.value = false;
  }

  function search(words: string) {
    clearTimeout(typing);
    asked += 1;
    isBusy.value = false;
    if (words.trim() === '') found.value = [];
    else typing = setTimeout(() => void read(words.trim()), TYPING_MS);
  }
  return { found, isBusy, search };
}

/** A failed search in one collection does not affect the others. */
async function recordsOf(collection: ServedDescription, words: string): Promise<FoundGroup> {
  const records = await findTitles(collection, words, MOST_RECORDS).catch(() => []);
  const entries = records.map(({ id, title }) => ({
    ...{ id, detail: id, path: paths.record(collection, id) },
    title: title || t.fields.untitled,
  }));
  return { key: collection.name, label: collection.plural, entries };
}

async function usersWith(words: string): Promise<readonly FoundGroup[]> {
  const { items } = await listUsers(0, words, '').catch(() => ({ items: [] }));
  const entries = items.slice(0, MOST_RECORDS).map(({ id, username, nickname }) => ({
    ...{ id: String(id), title: nickname || username, path: paths.user(String(id)) },
    detail: nickname ? username : '',
  }));
  return entries.length > 0 ? [{ key: 'users', label: t.pages.users, entries }] : [];
}
