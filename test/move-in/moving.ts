import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, command, PASSWORD, type Running } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';

/** A project of these definitions alone; answers its content folder. */
export function contentOf(files: Readonly<Record<string, string>>, locales?: string): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'content'));
  if (locales !== undefined) writeFileSync(join(root, 'quire.json'), JSON.stringify({ LOCALES: locales }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'content', `${name}.ts`), text);
  return join(root, 'content');
}

/** A definition that no source names: a project needs one. */
export const NOTE = `import { defineCollection, login, text } from 'quire-cms';
export default defineCollection({
  name: 'note', label: 'Note', path: '/v1/note', audit: 'full',
  fields: { title: text({ max: 80 }) },
  access: { read: login, create: login, update: login, delete: login },
});
`;

/** The settings of a project; root has the same password in each. */
export const settingsOf = (CONTENT_DIR: string) => ({
  CONTENT_DIR,
  SAMPLE_DATA: 'false',
  QUIRE_ADMIN_PASSWORD: PASSWORD,
});

/** Runs a command on the database of this name; answers what it said. */
export async function run(
  name: string,
  CONTENT_DIR: string,
  args: readonly string[],
  expected = 0,
): Promise<string> {
  const { code, said } = await command(args, name, settingsOf(CONTENT_DIR));
  assert.equal(code, expected, said);
  return said;
}

/** What root reads at a path. */
export async function read(
  server: Pick<Running, 'base'>,
  token: string,
  path: string,
): Promise<Record<string, never>> {
  const { status, body } = await call(server, 'GET', `/api${path}`, { token });
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
}

/** The records of a page. */
export const items = (page: unknown) => (page as { items: Record<string, unknown>[] }).items;
