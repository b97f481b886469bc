import type { Page } from 'playwright-core';

/** All that the browser keeps of edits, as text. */
export async function keptIn(page: Page): Promise<string> {
  return page.evaluate(readKept);
}

/** Runs in the page. */
function readKept(): Promise<string> {
  const { indexedDB } = globalThis as unknown as { indexedDB: Databases };
  return new Promise((resolve) => {
    const request = indexedDB.open('quire-console');
    request.onsuccess = () => {
      const all = request.result.transaction('drafts').objectStore('drafts').getAll();
      all.onsuccess = () => {
        request.result.close();
        resolve(JSON.stringify(all.result));
      };
    };
  });
}

interface Asked<T> {
  readonly result: T;
  onsuccess: () => void;
}
interface Databases {
  open(name: string): Asked<{
    close(): void;
    transaction(store: string): { objectStore(store: string): { getAll(): Asked<unknown[]> } };
  }>;
}
