import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../servers/quire.ts';
import { openSides } from '../open-sides.ts';
import type { Sweep } from '../run-sweep.ts';
import { send } from '../sides.ts';

const content = fileURLToPath(new URL('../project/content', import.meta.url));

/** Collections that refer to the two before them and to three others. */
export function sweepOfDefinitions(): Sweep {
  return {
    name: 'definitions, SQLite',
    sizes: [3, 30, 300],
    open(size) {
      const folder = temporaryFolder();
      const project = join(folder, 'content');
      mkdirSync(project);
      cpSync(content, project, { recursive: true });
      for (let at = 1; at <= size; at += 1)
        writeFileSync(join(project, `thing-${at}.ts`), definition(at, size));
      return openSides({ folder, env: { CONTENT_DIR: project } });
    },
    async operations(size, { quire, token }) {
      await send(quire.port, { path: `/v1/thing-${size}`, method: 'POST', token, body: { title: 'one' } });
      return [
        {
          what: 'list of a collection',
          growth: 'flat',
          ask: () => ({ path: `/v1/thing-${size}?count=20` }),
          byHand: () => [
            `select count(*) as total from thing_${size} where is_deleted = false`,
            `select * from thing_${size} where is_deleted = false order by id limit 21`,
          ],
        },
        {
          what: 'update, durable',
          growth: 'flat',
          ask: (turn) => ({ method: 'PATCH', path: `/v1/thing-${size}/1`, body: { title: `title ${turn}` } }),
        },
        { what: 'descriptions for clients', growth: 'linear', ask: () => ({ path: '/cms/definition' }) },
      ];
    },
  };
}

function definition(at: number, size: number): string {
  const others = new Set([at - 1, at - 2, (at * 7) % size, (at * 31) % size, (at * 77) % size]);
  const references = [...others]
    .filter((other) => other > 0 && other <= size)
    .map((other) => `to_${other}: reference('thing_${other}'),`);
  return `import { defineCollection, login, reference, text } from 'quire-cms';
export default defineCollection({
  name: 'thing_${at}', label: 'Thing ${at}', path: '/v1/thing-${at}', audit: 'full',
  fields: { title: text({ max: 80, required: true }), ${references.join(' ')} },
  access: { read: login, create: login, update: login, delete: login },
});
`;
}
