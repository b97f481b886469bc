import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './test-database.ts';

const NAMES = [
  'anyOf',
  'blocks',
  'choice',
  'defineAccessTest',
  'defineCommand',
  'defineFailures',
  'defineFigure',
  'defineFixture',
  'defineGroup',
  'defineJob',
  'defineMail',
  'defineMessages',
  'defineMigration',
  'definePanel',
  'definePlugin',
  'defineCollection',
  'defineQuery',
  'defineRoute',
  'defineServiceUser',
  'defineSettings',
  'everyone',
  'fail',
  'group',
  'integer',
  'list',
  'login',
  'ownRecords',
  'permission',
  'point',
  'reference',
  'references',
  'refuse',
  'recordsWhere',
  'setting',
  'superAdministrator',
  'text',
  'Type',
];

/** A project of one collection and these files, which need no import of their own; answers its content folder. */
export function projectOf(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  cpSync('content', join(root, 'content'), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), `import { ${NAMES.join(', ')} } from 'quire-cms';\n${text}\n`);
  }
  return join(root, 'content');
}
