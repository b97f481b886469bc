import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { CannotStart } from '../../server/errors.ts';
import { readProject } from '../../server/project/read-project.ts';
import { settingsFrom } from '../../server/settings.ts';
import { collection, job, listed, plugin, route, setting, table } from '../support/plugin-files.ts';
import { projectOf } from '../support/project-of.ts';

const figure = (name: string, more = "kind: 'gauge', read: () => 1") =>
  `defineFigure({ name: '${name}', help: 'What it tells.', ${more} })`;

const command = (name: string) => `defineCommand({ name: '${name}', label: 'Add', run() {} })`;

/** Why a start with these files is refused, without the folder of the project. */
async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const contentDir = projectOf(files);
  try {
    await readProject({ ...settingsFrom({ QUIRE_SECRET: '0123456789abcdef0123456789abcdef' }), contentDir });
    return [];
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error));
    return error.problems.map((problem) => problem.replaceAll(`${dirname(contentDir)}/`, ''));
  }
}

const refused: readonly [what: string, files: Readonly<Record<string, string>>, problem: RegExp][] = [
  [
    'no list',
    { 'plugins.ts': `export default ${plugin('one')};` },
    /^plugins\.ts exports something else .* as its default; allowed: a list of what definePlugin\(…\) or isolatedPlugin\(…\) returns/,
  ],
  [
    'no default',
    { 'plugins.ts': `export const plugins = [];` },
    /^plugins\.ts exports 'plugins' beside its list/,
  ],
  [
    'a plug-in that is not called',
    listed(plugin('one'), `() => ${plugin('two')}`),
    /^plugins\.ts: number 2 of the list is a function; allowed/,
  ],
  [
    'settings of its own making',
    listed(plugin('one', 'settings: { SHOP: 1 }')),
    /'settings' must be what defineSettings\(…\) returns/,
  ],
  [
    'a setting of the server',
    listed(plugin('one', setting('LOG_LEVEL'))),
    /^plugins\.ts: plug-in 'one': LOG_LEVEL is a setting of the server; choose another name$/,
  ],
  [
    'a setting of a feature',
    listed(plugin('one', setting('SCIM_GROUPS'))),
    /^plugins\.ts: plug-in 'one': SCIM_GROUPS is a setting of the server; choose another name$/,
  ],
  [
    "another plug-in's setting",
    listed(plugin('one', setting('SHOP')), plugin('two', setting('SHOP'))),
    /^plugins\.ts: plug-in 'two': SHOP is another's setting; choose another name$/,
  ],
  [
    "the project's setting",
    { ...listed(plugin('one', setting('SHOP'))), 'settings.ts': `export default ${table('SHOP')};` },
    /^plugins\.ts: plug-in 'one': SHOP is another's setting; choose another name$/,
  ],
  ...(['doctor', 'undo', 'help'] as const).map((name): [string, Readonly<Record<string, string>>, RegExp] => [
    `the command ${name} of the server`,
    listed(plugin('one', `commands: [${command(name)}]`)),
    new RegExp(`^plugins\\.ts: plug-in 'one': the server has a command '${name}'; choose another name$`),
  ]),
  [
    "another plug-in's command",
    listed(plugin('one', `commands: [${command('add')}]`), plugin('two', `commands: [${command('add')}]`)),
    /^plugins\.ts: plug-in 'two': plug-in 'one' has a command 'add'; choose another name$/,
  ],
  [
    'a command without a label',
    listed(plugin('one', "commands: [defineCommand({ name: 'add', run() {} })]")),
    /command 'add': 'label' is missing/,
  ],
  [
    'a figure that is not defined',
    listed(plugin('one', "figures: [{ name: 'queue', help: 'a', kind: 'gauge', read: () => 1 }]")),
    /'figures' must be a list of what defineFigure\(…\) returns/,
  ],
  [
    'two figures of one name',
    listed(plugin('one', `figures: [${figure('queue')}, ${figure('queue')}]`)),
    /plug-in 'one': two figures have the name 'queue'/,
  ],
  [
    'a figure with another kind',
    listed(plugin('one', `figures: [${figure('queue', "kind: 'sum', read: () => 1")}]`)),
    /figure 'queue': 'kind' must be 'counter' or 'gauge', not 'sum'/,
  ],
  [
    'a counter without _total',
    listed(plugin('one', `figures: [${figure('sent', "kind: 'counter', read: () => 1")}]`)),
    /figure 'sent': the name of a counter ends in '_total', and no other name does/,
  ],
  [
    'a gauge with _total',
    listed(plugin('one', `figures: [${figure('sent_total')}]`)),
    /figure 'sent_total': the name of a counter ends in '_total'/,
  ],
  [
    'a figure with a capital',
    listed(plugin('one', `figures: [${figure('Queue')}]`)),
    /figure 'Queue': 'name' must be/,
  ],
  ...["{ worker: ['a'] }", '{ outcome: [] }', "{ 'out-come': ['a'] }", "{ outcome: 'a' }"].map(
    (labels): [string, Readonly<Record<string, string>>, RegExp] => [
      `labels such as ${labels}`,
      listed(
        plugin('one', `figures: [${figure('queue', `kind: 'gauge', labels: ${labels}, read: () => []`)}]`),
      ),
      /figure 'queue': 'labels' must be lists of the values that each may have/,
    ],
  ),
  [
    'something like a plug-in',
    listed("{ name: 'one' }"),
    /^plugins\.ts: number 1 of the list is something else/,
  ],
  [
    'a package that is not installed',
    { 'plugins.ts': "import slugs from 'quire-slugs';\nexport default [slugs()];" },
    /^plugins\.ts: Cannot find package 'quire-slugs'/,
  ],
  [
    'an unknown option',
    listed(plugin('one', 'rotes: []')),
    /plug-in 'one': a plug-in has no option 'rotes'; did you mean 'routes'\? \(allowed: name, needs, collections,/,
  ],
  [
    'no name',
    listed('definePlugin({})'),
    /plug-in: 'name' is missing; it must be lower-case words joined by hyphens/,
  ],
  [
    'a name with capitals',
    listed(plugin('Slugs 2')),
    /'name' must be lower-case words joined by hyphens, at most 30 characters, not 'Slugs 2'/,
  ],
  ['a long name', listed(plugin('a'.repeat(31))), /'name' must be .* at most 30 characters/],
  [
    'a job among routes',
    listed(plugin('one', `routes: [${job('a')}]`)),
    /plug-in 'one': 'routes' must be a list of what defineRoute\(…\) returns/,
  ],
  [
    'a source among collections',
    listed(plugin('one', "collections: [{ name: 'a' }]")),
    /'collections' must be a list of what defineCollection\(…\) or defineSingleton\(…\) returns/,
  ],
  [
    'an unknown hook',
    listed(plugin('one', 'hooks: { beforeInsert() {} }')),
    /plug-in 'one': a plug-in's 'hooks' has no option 'beforeInsert'/,
  ],
  [
    'a hook that is no function',
    listed(plugin('one', 'hooks: { afterCommit: true }')),
    /'afterCommit' must be a function, not true/,
  ],
  [
    'hooks for a misspelt collection',
    listed(plugin('one', "hooks: { only: ['bok'] }")),
    /plug-in 'one': its hooks are for 'bok', which is no collection; did you mean 'book'\?/,
  ],
  [
    'hooks for a collection of the server',
    listed(plugin('one', "hooks: { only: ['quire_user'] }")),
    /its hooks are for 'quire_user', which is no collection/,
  ],
  [
    'two of one name',
    listed(plugin('one'), plugin('one')),
    /^plugins\.ts: two plug-ins have the name 'one'$/,
  ],
  [
    'the name of a feature',
    listed(plugin('files')),
    /^plugins\.ts: plug-in 'files': a feature of the server has this name$/,
  ],
  [
    'a need that is not there',
    listed(plugin('one', "needs: ['tow']"), plugin('two')),
    /plug-in 'one': it needs 'tow', which is not there; did you mean 'two'\? \(plug-ins: one, two; features: users,/,
  ],
  [
    'a need that is switched off',
    listed(plugin('one', "needs: ['mcp']")),
    /plug-in 'one': it needs 'mcp', which the settings switch off$/,
  ],
  [
    'needs in a circle',
    listed(plugin('one', "needs: ['two']"), plugin('two', "needs: ['files', 'one']")),
    /^plugins\.ts: plug-ins need each other in a circle: one → two → one$/,
  ],
  ['a need of itself', listed(plugin('one', "needs: ['one']")), /in a circle: one → one$/],
  [
    'a collection that the project has',
    listed(plugin('one', `collections: [${collection('book', '/v1/tome')}]`)),
    /^two collections share the name 'book': 'book' \(content\/book\.ts\) and 'book' \(plugins\.ts: plug-in 'one'\)$/,
  ],
  [
    'a collection that another plug-in has',
    listed(
      plugin('one', `collections: [${collection('a')}]`),
      plugin('two', `collections: [${collection('a', '/v1/b')}]`),
    ),
    /^two collections share the name 'a': .* plug-in 'one'\) and .* plug-in 'two'\)$/,
  ],
  [
    'a path that the project has',
    listed(plugin('one', `collections: [${collection('tome', '/v1/book')}]`)),
    /^two collections share the path '\/v1\/book'/,
  ],
  [
    'a collection of the server',
    listed(plugin('one', `collections: [${collection('quire_user')}]`)),
    /^plugins\.ts: plug-in 'one': collection 'quire_user': names that begin with 'quire_' are the server's own$/,
  ],
  [
    'a path of the server',
    listed(plugin('one', `collections: [${collection('a', '/cms/a')}]`)),
    /plug-in 'one': collection 'a': the path '\/cms\/a' lies among the server's own/,
  ],
  [
    'a route that the project has',
    {
      'routes/a.ts': `export default ${route('/v1/do')};`,
      ...listed(plugin('one', `routes: [${route('/v1/do')}]`)),
    },
    /^defineRoute: 'POST \/v1\/do' is defined more than once: routes\/a\.ts and plugins\.ts: plug-in 'one'$/,
  ],
  [
    'a route below the server’s own',
    listed(plugin('one', `routes: [${route('/cms/do')}]`)),
    /^plugins\.ts: plug-in 'one': route POST \/cms\/do: the path lies among the server's own/,
  ],
  [
    'a job that another plug-in has',
    listed(plugin('one', `jobs: [${job('a')}]`), plugin('two', `jobs: [${job('a')}]`)),
    /^defineJob: 'a' is defined more than once: plugins\.ts: plug-in 'one' and plugins\.ts: plug-in 'two'$/,
  ],
  [
    'a reference to nothing',
    listed(
      plugin(
        'one',
        "collections: [defineCollection({ name: 'a', label: 'A', audit: 'none', fields: { to: reference('bok') } })]",
      ),
    ),
    /^collection 'a' \(plugins\.ts: plug-in 'one'\): field 'to' refers to 'bok', which is no collection; did you mean 'book'\?$/,
  ],
];

describe('a start is refused for', () => {
  for (const [what, files, problem] of refused)
    it(what, async () => {
      const problems = await problemsOf(files);
      assert.ok(
        problems.some((one) => problem.test(one)),
        problems.join('\n'),
      );
    });
});

it('names that plug-ins may define are not checked while the list cannot be read', async () => {
  const files = {
    'plugins.ts': "import slugs from 'quire-slugs';\nexport default [slugs()];",
    'content/led.ts':
      "export default defineCollection({ name: 'led', label: 'Led', audit: 'none', fields: { to: reference('redirect') } });",
    'access/a.ts': "export default defineGroup({ name: 'editors', permissions: ['redirect.read'] });",
    'fixtures/a.ts':
      "export default defineFixture({ collection: 'redirect', key: 'slug', records: [{ slug: 'a' }] });",
  };
  assert.equal((await problemsOf(files)).length, 1);
  const { 'plugins.ts': _, ...others } = files;
  assert.equal((await problemsOf(others)).length, 3);
});
