import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { CannotStart } from '../../server/errors.ts';
import { readProject } from '../../server/project/read-project.ts';
import { settingsFrom } from '../../server/settings.ts';
import { type IsolatedPackage, isolatedProject } from '../support/isolated-project.ts';

// What stands in the package of an isolated plug-in is checked at a start, and its code is not run.

const RUNS = "throw new Error('the code of a plug-in ran in the server');";
const SOUND = { collections: { book: { read: ['title'] } }, hooks: { book: ['beforeCreate'] } };

async function problemsOf(contentDir: string): Promise<readonly string[]> {
  try {
    await readProject({ ...settingsFrom({}), contentDir });
    return [];
  } catch (error) {
    assert.ok(error instanceof CannotStart, String(error));
    return error.problems;
  }
}

function projectWith(needs: object, manifest: object = {}): string {
  const made: IsolatedPackage = { needs, files: { 'index.ts': RUNS } };
  const contentDir = isolatedProject({ one: made });
  const base = { name: 'one', version: '1.0.0', type: 'module', main: './index.ts', quire: needs };
  writeFileSync(packageIn(contentDir), JSON.stringify({ ...base, ...manifest }));
  return contentDir;
}

const packageIn = (contentDir: string) => join(dirname(contentDir), 'isolated/one/package.json');

it('a sound manifest is read, and no code of the plug-in', async () => {
  assert.deepEqual(await problemsOf(projectWith(SOUND)), []);
});

describe('a start is refused for', () => {
  const wrong: readonly [what: string, needs: object, manifest: object, problem: RegExp][] = [
    ['a name of no form', SOUND, { name: 'One Two' }, /"name" must be lower-case words/],
    ['no version', SOUND, { version: 1 }, /"version" must be a version such as "1.0.0", not 1/],
    ['CommonJS', SOUND, { type: 'commonjs' }, /"type" must be "module", not 'commonjs'/],
    [
      'a module outside',
      SOUND,
      { main: '../index.ts' },
      /"main" must be the path of a module in this folder/,
    ],
    [
      'no needs',
      SOUND,
      { quire: undefined },
      /"quire": the options of the needs of a plug-in must be an object/,
    ],
    ['an unknown need', { files: true }, {}, /the needs of a plug-in has no option 'files'/],
    [
      'an unknown action',
      { collections: { book: { fly: true } } },
      {},
      /'collections' must be an object such as/,
    ],
    ['fields of a deletion', { collections: { book: { delete: ['title'] } } }, {}, /'collections' must be/],
    [
      'an unknown hook',
      { ...SOUND, hooks: { book: ['beforeLunch'] } },
      {},
      /'hooks' must be an object such as/,
    ],
    ['hooks without reading', { hooks: { book: ['beforeCreate'] } }, {}, /does not ask to read it/],
    ['an address as a host', { hosts: ['127.0.0.1'] }, {}, /'hosts' must be a list of names of hosts/],
    ['a port of a host', { hosts: ['api.example.com:22'] }, {}, /'hosts' must be/],
    ['a pattern of hosts', { hosts: ['*.example.com'] }, {}, /'hosts' must be/],
    ['a time that never comes', { jobs: { a: { label: 'A', cron: '0 0 31 2 *' } } }, {}, /'jobs' must be/],
    ['settings of no form', { settings: ['API TOKEN'] }, {}, /'settings' must be/],
    [
      'an unknown collection',
      { collections: { bok: { read: true } } },
      {},
      /needs 'bok', which is no collection; did you mean 'book'/,
    ],
    [
      'a collection of the server',
      { collections: { quire_user: { read: true } } },
      {},
      /needs 'quire_user', which is no collection/,
    ],
    [
      'an unknown field',
      { collections: { book: { read: ['titel'] } } },
      {},
      /needs 'titel', which is no field of 'book'; did you mean 'title'/,
    ],
  ];
  const reading = { collections: SOUND.collections };
  const mail = { label: 'Mail', to: 'user', perHour: 5, texts: { en: { subject: 'a', text: 'b' } } };
  const mailWith = (more: object) => ({ ...reading, mails: { note: { ...mail, ...more } } });
  const partWith = (more: object) => ({
    ...reading,
    console: { one: { kind: 'action', label: 'One', collections: ['book'], ...more } },
  });
  const showing = (...shows: object[]) => ({ console: { one: { kind: 'page', label: 'One', shows } } });
  const described: readonly [what: string, needs: object, problem: RegExp][] = [
    [
      'a mail to any address',
      mailWith({ to: 'x@example.com' }),
      /mail 'note': 'to' must be "user", \{ "groups"/,
    ],
    [
      'a mail to a field it does not read',
      mailWith({ to: { collection: 'book', field: 'author' } }),
      /does not ask/,
    ],
    ['mails without a bound', mailWith({ perHour: undefined }), /'perHour'/],
    ['too many mails', mailWith({ perHour: 1001 }), /'perHour' must be a whole number from 1 to 1000/],
    [
      'a subject of two lines',
      mailWith({ texts: { en: { subject: 'a\nBcc: x', text: 'b' } } }),
      /'texts' must be/,
    ],
    ['a mail with markup', mailWith({ html: '<b>' }), /a mail has no option 'html'/],
    ['a label that names a text', mailWith({ label: { key: 'pluginsTag' } }), /'label' must be text/],
    [
      'a part of no kind',
      partWith({ kind: 'script' }),
      /part 'one': it must be an object whose 'kind' is one of/,
    ],
    [
      'a part of a collection it does not read',
      partWith({ collections: ['review'] }),
      /is for 'review', which it/,
    ],
    ['an unknown right', partWith({ right: 'fly' }), /'right' must be 'read' or/],
    [
      'a form of other fields',
      partWith({ form: { a: { kind: 'file', label: 'A' } } }),
      /'form' must be at most 20/,
    ],
    ['a choice of nothing', partWith({ form: { a: { kind: 'choice', label: 'A' } } }), /'form' must be/],
    [
      'a link outward',
      showing({ kind: 'link', label: 'x', to: 'https://example.com' }),
      /'shows': number 1: 'to' must/,
    ],
    [
      'markup',
      showing({ kind: 'text', text: 'x' }, { kind: 'html', text: 'x' }),
      /number 2 must be an object whose/,
    ],
    [
      'a cell of its own colours',
      {
        console: { one: { kind: 'cell', kinds: ['text'], look: { show: 'badge', colors: { a: 'url(x)' } } } },
      },
      /'look' must be/,
    ],
    [
      'a control of its own',
      { console: { one: { kind: 'control', kinds: ['text'], look: { input: 'frame' } } } },
      /'look' must be/,
    ],
  ];
  for (const [what, needs, problem] of described)
    it(what, async () => {
      const problems = await problemsOf(projectWith(needs));
      assert.ok(problems.length === 1 && problem.test(problems[0] ?? ''), problems.join('\n'));
    });
  for (const [what, needs, manifest, problem] of wrong)
    it(what, async () => {
      const problems = await problemsOf(projectWith(needs, manifest));
      assert.ok(problems.length === 1 && problem.test(problems[0] ?? ''), problems.join('\n'));
    });
  it('a manifest that is no JSON', async () => {
    const contentDir = projectWith(SOUND);
    writeFileSync(packageIn(contentDir), '{');
    assert.match((await problemsOf(contentDir)).join(), /package\.json: cannot be read/);
  });
  it('a link that leads out of its folder', async () => {
    const contentDir = projectWith(SOUND);
    symlinkSync('/etc', join(dirname(packageIn(contentDir)), 'elsewhere'));
    assert.match((await problemsOf(contentDir)).join(), /elsewhere is a link that leads out of this folder/);
  });
});
