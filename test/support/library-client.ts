import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AccountClient } from '../../server/client/runtime/account-client.ts';
import type { SignInTerms } from '../../server/client/runtime/connection.ts';
import type { FileClient } from '../../server/client/runtime/file-client.ts';
import { writeClient } from '../../server/client/write-client.ts';
import type { Settings } from '../../server/settings.ts';
import { freshApp } from './fresh-app.ts';

/** Of the client, which exists only now, what is used here; its types are tested beside. */
export interface Collections {
  readonly [name: string]: Readonly<Record<string, (...values: unknown[]) => never>>;
}
export interface Followed {
  readonly cursor: string;
  readonly event: string;
  readonly row: string;
  readonly own: boolean;
}
export interface Client {
  readonly collections: Collections;
  signIn(username: string, password: string, terms?: SignInTerms): Promise<string | undefined>;
  signOut(): Promise<void>;
  upload(file: Blob, name: string): Promise<Record<string, unknown>>;
  request(method: string, path: string, sent?: { readonly body?: unknown }): Promise<Record<string, unknown>>;
  definitions(): Promise<readonly { name: string; path: string; actions: Record<string, unknown> }[]>;
  readonly files: FileClient;
  readonly account: AccountClient;
  views(
    collection?: string,
  ): Promise<{ items: readonly Record<string, unknown>[]; scopes: readonly string[] }>;
  createView(view: object): Promise<string>;
  watch(request: object): AsyncGenerator<Followed>;
  changeView(id: string, changes: object): Promise<void>;
  removeView(id: string): Promise<void>;
}
export interface Made {
  readonly Quire: new (options: object) => Client;
  readonly QuireError: new (
    ...values: never[]
  ) => Error & { code: number; status: number; fields: Record<string, string>; requestId?: string };
}
export type Call = (collection: string, method: string, ...values: unknown[]) => Promise<never>;
export const callOf =
  (client: Client): Call =>
  async (collection, method, ...values) =>
    (await client.collections[collection]?.[method]?.(...values)) as never;

/** A server of a library that listens, and the client that is written for it. */
export function openLibrary() {
  return openClient('test/content/library');
}

/** The same with other definitions. */
export async function openClient(contentDir: string, settings: Partial<Settings> = {}) {
  const app = await freshApp({ contentDir, ...settings });
  const base = `${await app.server.app.listen({ host: '127.0.0.1', port: 0 })}/api`;
  const file = join(app.folder, 'client.ts');
  writeFileSync(file, writeClient(app.server.store.catalogue));
  return { app, base, ...((await import(pathToFileURL(file).href)) as Made) };
}
