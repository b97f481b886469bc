import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rounds } from './parameters.ts';
import { ask, signIn } from './prepare.ts';
import { rootPassword, startQuire, temporaryFolder } from './servers/quire.ts';
import type { Server } from './servers/server.ts';
import type { AnyRecord } from './table.ts';

const WRITES = 200;
/** A hook in a process of its own may add this to a write, in milliseconds. */
const ADDED_TARGET = 2;

const COLLECTION = `
import { defineCollection, integer, login, text } from 'quire-cms';
export default defineCollection({
  name: 'page', label: 'Page', path: '/v1/page', audit: 'full',
  fields: { body: text({ max: 200 }), words: integer({ default: 0 }) },
  access: { read: login, create: login, update: login, delete: login },
});`;
const HOOK = "beforeCreate: ({ values }) => ({ words: String(values.body).split(' ').length })";
const MANIFEST = {
  ...{ name: 'counter', version: '1.0.0', type: 'module', main: './index.js' },
  quire: {
    collections: { page: { read: ['body'], create: ['words'] } },
    hooks: { page: ['beforeCreate'] },
  },
};

/** The same hook three times: not there, in the server's process, and in a process of its own. */
const projects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  inside: {
    'plugins.ts': `import { definePlugin } from 'quire-cms';
export default [definePlugin({ name: 'counter', hooks: { only: ['page'], ${HOOK} } })];`,
  },
  isolated: {
    'plugins.ts': `import { isolatedPlugin } from 'quire-cms';
export default [isolatedPlugin(new URL('./counter/', import.meta.url))];`,
    'counter/package.json': JSON.stringify(MANIFEST),
    'counter/index.js': `import { defineIsolatedPlugin } from 'quire-cms';
export default defineIsolatedPlugin({ hooks: { page: { ${HOOK} } } });`,
  },
};

/** What a hook before a write costs, in the server's process and in one of its own. */
export async function isolatedHooks(): Promise<AnyRecord[]> {
  await using none = await serverOf('none');
  await using inside = await serverOf('inside');
  await using isolated = await serverOf('isolated');
  await grant(isolated);
  const all = { none, inside, isolated };
  const medians: Record<keyof typeof all, number[]> = { none: [], inside: [], isolated: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const name of ['none', 'inside', 'isolated'] as const) {
      const median = await writesOf(all[name]);
      if (round > 0) medians[name].push(median); // the first warms up
    }
  const [bare, here, there] = [medianOf(medians.none), medianOf(medians.inside), medianOf(medians.isolated)];
  const added = there - here;
  return [
    {
      what: 'a hook before a write in a process of its own, beside the same in the server',
      measured: `p50 ${bare.toFixed(2)} ms without, ${here.toFixed(2)} ms in the server, ${there.toFixed(2)} ms isolated`,
      target: `≤ ${ADDED_TARGET} ms more`,
      met: added <= ADDED_TARGET,
    },
  ];
}

interface Signed extends Server {
  readonly token: string;
}

async function serverOf(project: string): Promise<Signed> {
  const root = temporaryFolder();
  const files = { 'content/page.ts': COLLECTION, ...projects[project] };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const server = await startQuire(temporaryFolder(), 'server', { CONTENT_DIR: join(root, 'content') });
  return { ...server, token: await signIn(server.port, { username: 'root', password: rootPassword }) };
}

async function grant({ port, token }: Signed): Promise<void> {
  const { id } = await ask(port, 'POST /cms/service-user', token, { username: 'counter' });
  await ask(port, 'PUT /cms/plugin/counter/grant', token, { user_id: id });
}

/** The median time of a write, one after the other, in milliseconds. */
async function writesOf({ port, token }: Signed): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < WRITES; count += 1) {
    const start = performance.now();
    await ask(port, 'POST /v1/page', token, { body: 'the quick brown fox jumps over the lazy dog' });
    times.push(performance.now() - start);
  }
  return medianOf(times);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
