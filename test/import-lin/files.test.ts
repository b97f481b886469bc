import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { image, kept, multipart } from '../support/records/uploads.ts';
import { call, serveHere, signIn, uploadsOf } from '../support/server-process.ts';
import { importer } from './importer.ts';
import { hashOf, linSource } from './lin-source.ts';

const PASSWORD_THERE = 'a long way home';
const [first, second] = [await image('png'), await image('jpeg')];
const around = await mkdtemp(join(tmpdir(), 'lin-assets-'));
const assets = join(around, 'assets');
after(() => rm(around, { recursive: true }));

/** The files below the folder of assets, and what is at their paths. */
const bytes: Readonly<Record<string, Buffer | string>> = {
  '2023/05/01/a.png': first,
  '2023/05/02/b.jpg': second,
  '202305/again.png': first,
  '2023/05/04/page.png': '<html><script>alert(1)</script></html>',
  '2023/05/04/large.png': Buffer.concat([first, Buffer.alloc(2_097_152)]),
  '../outside.png': await image('png'),
};
for (const [path, content] of Object.entries(bytes)) {
  await mkdir(dirname(join(assets, path)), { recursive: true });
  await writeFile(join(assets, path), content);
}
await symlink('../../../outside.png', join(assets, '2023/05/link.png'));
await symlink('01/a.png', join(assets, '2023/05/inside.png'));

const source = await linSource('koa');
await source.fill(
  'lin_file',
  'id, path, type, name, create_time, delete_time',
  ...[
    [2, '2023/05/01/a.png', 'LOCAL', '头像.png', '2023-05-01 08:00:00', null],
    [4, '2023/05/02/b.jpg', 'LOCAL', 'b.jpg', '2023-05-02 08:00:00', null],
    [5, '2023/05/02/deleted.jpg', 'LOCAL', 'c.jpg', '2023-05-02 08:00:00', '2023-06-01'],
    [7, '202305/again.png', 'LOCAL', 'again.png', '2023-05-03 08:00:00', null],
    [9, '2023/05/04/missing.png', 'LOCAL', 'd.png', '2023-05-04 08:00:00', null],
    [10, '2023/05/04/page.png', 'LOCAL', 'page.png', '2023-05-04 08:00:00', null],
    [11, '2023/05/04/large.png', 'LOCAL', 'large.png', '2023-05-04 08:00:00', null],
    [12, '../outside.png', 'LOCAL', 'e.png', '2023-05-04 08:00:00', null],
    [13, '2023/05/link.png', 'LOCAL', 'f.png', '2023-05-04 08:00:00', null],
    [14, '2023/05', 'LOCAL', 'folder', '2023-05-04 08:00:00', null],
    [15, 'https://elsewhere.example/x.png', 'REMOTE', 'x.png', '2023-05-04 08:00:00', null],
    [16, '2023/05/01/a.png', 'LOCAL', 'twice.png', '2023-05-04 08:00:00', null],
    [18, '2023/05/inside.png', 'LOCAL', 'inside.png', '2023-05-04 08:00:00', null],
  ],
);
const pictures = {
  ann: '2023/05/01/a.png',
  bob: '2023/05/04/missing.png',
  cyd: 'https://pictures.example/c.png',
  dan: 'http://lin.example/assets/2023/05/02/b.jpg',
  eve: '2020/never.png',
};
const users = Object.entries(pictures).map(([username, avatar], index) => ({
  id: index + 2,
  username,
  avatar,
}));
await source.fill(
  'lin_user',
  'id, username, avatar',
  ...users.map(({ id, username, avatar }) => [id, username, avatar]),
);
await source.fill(
  'lin_user_identity',
  'user_id, identity_type, identifier, credential',
  ...users.map(({ id, username }) => [id, 'USERNAME_PASSWORD', username, hashOf('koa', PASSWORD_THERE)]),
);
await source.fill(
  'book',
  'id, title, image',
  [1, '有图', 'http://lin.example/assets/2023/05/02/b.jpg'],
  [2, '无图', '2023/05/04/missing.png'],
);

const answering = ['2023/05/01/a.png', '2023/05/02/b.jpg', '202305/again.png', '2023/05/inside.png'];
const silent = Object.keys(bytes)
  .filter((path) => !answering.includes(path))
  .concat('2023/05/link.png', '2023/05', '2023/05/04/missing.png', '');

const skipped = [
  `lin_file  skipped: it is deleted there  [id 5]`,
  `lin_file  skipped: its file is missing in that folder: '2023/05/04/missing.png'  [id 9]`,
  `lin_file  skipped: its path leads out of that folder: '../outside.png'  [id 12]`,
  `lin_file  skipped: its path leads out of that folder: '2023/05/link.png'  [id 13]`,
  `lin_file  skipped: its path is not that of a file: '2023/05'  [id 14]`,
  `lin_file  skipped: it lies elsewhere, not in the folder of assets: 'https://elsewhere.example/x.png'  [id 15]`,
  `lin_file  skipped: '2023/05/01/a.png' is also the path of file 2 there  [id 16]`,
  `lin_user  changed: its picture '2023/05/04/missing.png' is not taken over  [id 3]`,
  `lin_user  changed: its picture '2020/never.png' is not taken over  [id 6]`,
  `book  changed: its image '2023/05/04/missing.png' is not taken over  [id 2]`,
];
const refused = [
  /lin_file {2}skipped: .*at most 2 MB: '2023\/05\/04\/large.png' {2}\[id 11]/,
  /page.png.*\[id 10]/,
];

interface Case {
  /** Contents that are uploaded here before. */
  readonly here: readonly Buffer[];
  readonly lines: readonly string[];
  /** The ids here of the two contents. */
  readonly ids: readonly [number, number];
}

const shares = (ids: string) =>
  `lin_file  changed: its content is that of another file, whose record it shares  [id ${ids}]`;
const cases: Readonly<Record<string, Case>> = {
  empty: {
    here: [],
    lines: [shares('7, 18'), 'lin_file  changed: it gets another id here  [id 7 → 2, 18 → 2]'],
    ids: [2, 4],
  },
  'in use': {
    here: [await image('png'), await image('png'), second],
    lines: [shares('7, 18'), 'lin_file  changed: it gets another id here  [id 2 → 19, 7 → 19, 18 → 19]'],
    ids: [19, 4],
  },
};

for (const [what, { here, lines, ids }] of Object.entries(cases))
  describe(`files, moved into a server that is ${what}`, async () => {
    const name = `files-${what.replace(' ', '-')}`;
    const { importLin, counts, look, everything } = await importer(name, source.url);
    const server = await serveHere(name);
    const root = await signIn(server);
    const get = async (path: string) => {
      const answer = await fetch(new URL(path, server.base));
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    };
    const folder = dirname(uploadsOf(name)); // a new server has none yet
    const uploads = () => (existsSync(uploadsOf(name)) ? kept(folder).sort() : []);

    it('a dry run tells what an import does, and writes nothing', async () => {
      for (const content of here) {
        const { body, headers } = multipart([{ key: 'file', name: 'here', bytes: content }]);
        const authorization = `Bearer ${root}`;
        const answer = await fetch(`${server.base}/cms/file`, {
          method: 'POST',
          body,
          headers: { ...headers, authorization },
        });
        assert.equal(answer.status, 200);
      }
      await call(server, 'GET', '/v1/changes', { token: root }); // on a database server, changes get their positions when they are first read
      const was = [await everything(), uploads()];
      const dry = await importLin('--assets', assets);
      assert.deepEqual([await everything(), uploads()], was);
      const said = await importLin('--assets', assets, '--apply');
      assert.equal(said.replace(/Importing/, ''), dry.replace(/Dry run.*/, ''));
      const told = said.split('\n');
      for (const line of [...skipped, ...lines]) assert.ok(told.includes(line), `${line}\n${said}`);
      for (const line of refused) assert.match(said, line);
      assert.deepEqual(counts(said, 'lin_file').slice(0, 4), [13, 4, 0, 9]);
    });

    it('old addresses go on answering under every base, and nothing else does', async () => {
      for (const base of ['', '/lin2', '/lin3'])
        for (const path of answering) {
          const { status, type, body } = await get(`${base}/assets/${path}`);
          const wanted = path.endsWith('jpg') ? second : first;
          assert.deepEqual([status, type], [200, path.endsWith('jpg') ? 'image/jpeg' : 'image/png'], path);
          assert.ok(body.equals(wanted), path);
        }
      for (const path of silent) assert.equal((await get(`/assets/${path}`)).status, 404, path);
    });

    it('files keep their ids, names and times; what the source kept twice has one record', async () => {
      const records = await look('select id, name, create_time from quire_file order by id');
      const [one] = records.filter(({ id }) => Number(id) === ids[0]);
      assert.deepEqual(
        [one?.name, Number(one?.create_time)],
        ['头像.png', Date.parse('2023-05-01T08:00:00Z')],
      );
      assert.equal(records.length, here.length + 2);
      assert.equal(uploads().length, records.length);
    });

    it('pictures of users answer', async () => {
      const pictureOf = async (username: string) => {
        const token = await signIn(server, username, PASSWORD_THERE);
        return `${(await call(server, 'GET', '/cms/user/information', { token })).body.avatar}`;
      };
      for (const [username, content] of [
        ['ann', first],
        ['dan', second],
      ] as const)
        assert.ok((await get(await pictureOf(username))).body.equals(content), username);
      assert.equal(await pictureOf('cyd'), pictures.cyd);
      assert.equal((await get(await pictureOf('bob'))).status, 404);
    });

    it('a second import adds nothing; what was repaired there comes', async () => {
      await writeFile(join(assets, '2023/05/04/missing.png'), await image('png'));
      const said = await importLin('--assets', assets, '--apply');
      await rm(join(assets, '2023/05/04/missing.png'));
      assert.deepEqual(counts(said, 'lin_file').slice(0, 4), [13, 1, 4, 8]);
      assert.equal((await get('/assets/2023/05/04/missing.png')).status, 200);
      const token = await signIn(server, 'bob', PASSWORD_THERE);
      const { body } = await call(server, 'GET', '/cms/user/information', { token });
      assert.equal((await get(`${body.avatar}`)).status, 200, 'the picture of a user who came before it');
      const again = await importLin('--assets', assets, '--apply');
      assert.deepEqual(counts(again, 'lin_file').slice(0, 4), [13, 0, 5, 8]);
    });
  });

it('without the folder, the report says that files and pictures are left behind', async () => {
  const { importLin, counts } = await importer('files-none', source.url);
  const server = await serveHere('files-none');
  const said = await importLin('--apply');
  assert.deepEqual(counts(said, 'lin_file').slice(0, 4), [13, 0, 0, 13]);
  for (const line of [
    `lin_file  skipped: its bytes are left behind: name the folder of them by --assets  [id 2, 4, 7, 9, 10, 11, 12, 13, 14, 16, 18]`,
    `lin_user  changed: its picture '2023/05/01/a.png' is not taken over  [id 2]`,
    `lin_user  changed: its picture '${pictures.dan}' is not taken over  [id 5]`,
    `book  changed: its image '${pictures.dan}' is not taken over  [id 1]`,
  ])
    assert.ok(said.split('\n').includes(line), `${line}\n${said}`);
  await importLin('--apply', '--assets', assets);
  const token = await signIn(server, 'ann', PASSWORD_THERE);
  const { body } = await call(server, 'GET', '/cms/user/information', { token });
  assert.equal((await fetch(`${body.avatar}`)).status, 200, 'the files came later');
});
