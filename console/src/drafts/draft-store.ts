import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { shallowRef } from 'vue';
import { type Draft, type DraftPlace, keyOf } from './draft.ts';

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft & { readonly owner: string }; indexes: { owner: string } };
}
type Owner = Pick<DraftPlace, 'server' | 'user'>;

/** Where edits wait until they are saved. */
export interface DraftStore {
  find(place: DraftPlace): Promise<Draft | undefined>;
  list(owner: Owner): Promise<Draft[]>;
  put(draft: Draft): Promise<void>;
  remove(place: DraftPlace): Promise<void>;
}

/** Counts what this tab writes here, for who shows it. */
export const draftChanges = shallowRef(0);

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** Edits in this browser's IndexedDB: they outlive the tab, the session and the browser. */
export const browserDrafts: DraftStore = {
  async find(place) {
    return (await database()).get('drafts', keyOf(place));
  },
  async list(owner) {
    return (await database()).getAllFromIndex('drafts', 'owner', ownerOf(owner));
  },
  async put(draft) {
    await (await database()).put('drafts', { ...draft, owner: ownerOf(draft) }, keyOf(draft));
    draftChanges.value += 1;
  },
  async remove(place) {
    await (await database()).delete('drafts', keyOf(place));
    draftChanges.value += 1;
  },
};

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('quire-console', 1, {
    upgrade(db) {
      db.createObjectStore('drafts').createIndex('owner', 'owner');
    },
  });
  return opened;
}

function ownerOf({ server, user }: Owner): string {
  return JSON.stringify([server, user]);
}
