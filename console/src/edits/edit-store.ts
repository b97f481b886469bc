import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { shallowRef } from 'vue';
import { type EditPlace, keyOf, type UnsavedEdit } from './unsaved-edit.ts';

/** The store keeps its first name, `drafts`, because browsers hold edits in it. */
interface Schema extends DBSchema {
  drafts: { key: string; value: UnsavedEdit & { readonly owner: string }; indexes: { owner: string } };
}
type Owner = Pick<EditPlace, 'server' | 'user'>;

/** Stores unsaved edits. */
export interface EditStore {
  find(place: EditPlace): Promise<UnsavedEdit | undefined>;
  list(owner: Owner): Promise<UnsavedEdit[]>;
  put(edit: UnsavedEdit): Promise<void>;
  remove(place: EditPlace): Promise<void>;
}

/** Counts the writes of this tab, to trigger updates. */
export const storedChanges = shallowRef(0);

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** Stores edits in IndexedDB, so that they survive the tab, the session and a restart. */
export const browserEdits: EditStore = {
  async find(place) {
    return (await database()).get('drafts', keyOf(place));
  },
  async list(owner) {
    return (await database()).getAllFromIndex('drafts', 'owner', ownerOf(owner));
  },
  async put(edit) {
    await (await database()).put('drafts', { ...edit, owner: ownerOf(edit) }, keyOf(edit));
    storedChanges.value += 1;
  },
  async remove(place) {
    await (await database()).delete('drafts', keyOf(place));
    storedChanges.value += 1;
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
