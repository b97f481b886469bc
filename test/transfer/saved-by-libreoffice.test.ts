// No engine changes its result: it is about files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { isWhole } from '../support/in-turn.ts';
import { missing } from '../support/missing.ts';
import { importsInto } from '../support/records/imports.ts';
import { temporaryFolder } from '../support/test-database.ts';

/** LibreOffice takes some ten seconds for each file, so it is started at night alone. */
const skip = whyNot();

function whyNot(): string | false {
  if (!isWhole) return 'LibreOffice saves files in npm run test:night alone';
  if (spawnSync('soffice', ['--version']).status === 0) return false;
  return missing('LibreOffice is not installed: apt-get install libreoffice-calc');
}
const FIELDS =
  'title,notes,source,legs,weight,serial,alive,state,seen_at,found_on,finder,page,extra,settings';

const titles = [
  ...[
    '00123',
    '1-2',
    '1/2',
    '12:30',
    '1e5',
    '5 %',
    '$5',
    '1,5',
    '1.5.2020',
    'TRUE',
    'wahr',
    'Mar 5',
    '5. März 2020',
  ],
  ...[
    "'",
    "''",
    "'00123",
    "'=1+1",
    '=1+1',
    '+x',
    '-x',
    '@x',
    'a;=1',
    'a;b,c d',
    'a "b" c',
    '2026-01-01',
    '１２',
    '٣',
  ],
  ...[
    'Ünïcode 汉字 😀',
    'x'.repeat(90),
    '1'.repeat(90),
    '2026-01-01T00:00:00Z',
    '12 h',
    '#N/A',
    '1.234.567,89',
  ],
];
const records = [
  ...titles.map((title) => ({ title, notes: `${title}\nand more`, source: title.slice(0, 30) })),
  { title: 'nothing', notes: 'a\tb', weight: null, serial: null, seen_at: null, extra: null },
  { title: 'empty', source: '', notes: '' },
  {
    title: 'least',
    weight: '-99999999999999.9999',
    serial: '-9223372036854775808',
    legs: -2147483648,
    alive: true,
  },
  {
    title: 'most',
    weight: '99999999999999.9999',
    serial: '9007199254740993',
    seen_at: 8.64e15,
    state: 'broken',
  },
  {
    title: 'small',
    weight: '0.5000',
    serial: 5,
    seen_at: -1,
    found_on: '2024-02-29',
    extra: 5,
    settings: true,
  },
  {
    title: 'old',
    seen_at: Date.UTC(1850, 5, 1, 1, 2, 3, 4),
    extra: '1,5',
    settings: { a: '=1', b: [';=1'] },
  },
  { title: 'new', seen_at: Date.UTC(2026, 6, 1), weight: '1234567.8900', page: 'https://e.test/?a=b;c,d' },
];

for (const [separator, code, language] of [
  ['comma', 44, 1033],
  ['semicolon', 59, 1031],
  ['tab', 9, 2057],
] as const)
  it(`a file for spreadsheets comes back unchanged after LibreOffice has saved it: ${separator}`, {
    skip,
  }, async () => {
    const [from, to] = [
      await freshApp({ contentDir: 'test/content/kinds' }),
      await freshApp({ contentDir: 'test/content/kinds' }),
    ];
    for (const record of records) await from.root.make('/v1/specimen', { settings: {}, ...record });
    const source = importsInto(from, '/v1/specimen');
    const zone = 'Asia%2FShanghai';
    const left = await source.exported(
      `spreadsheet=true&separator=${separator}&zone=${zone}&fields=${FIELDS}`,
    );
    assert.match(left, /2026-07-01T08:00:00\.000\+08:00/);
    const target = importsInto(to, '/v1/specimen');
    const direct = await target.run('format=csv&dry_run=true', left);
    assert.equal(
      direct.created,
      records.length,
      JSON.stringify((await target.report(direct.id)).filter(({ problems }) => problems)),
    );
    const { created, id } = await target.run('format=csv', saved(left, code, language));
    const refused = (await target.report(id)).filter(({ problems }) => problems);
    assert.equal(created, records.length, JSON.stringify(refused));
    const query = `format=jsonl&fields=${FIELDS}`;
    assert.deepEqual((await target.exported(query)).split('\n'), (await source.exported(query)).split('\n'));
  });

/** The file as LibreOffice saves it after opening it: by the number of the separator, in UTF-8, in a language. */
function saved(text: string, separator: number, language: number): Buffer {
  const folder = temporaryFolder();
  const file = join(folder, 'table.csv');
  writeFileSync(file, text);
  const out = join(folder, 'out');
  const options = [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--headless',
    `--infilter=CSV:${separator},34,76,1,,${language}`,
    '--convert-to',
    `csv:Text - txt - csv (StarCalc):${separator},34,76,1,,${language},false,true,false`,
    '--outdir',
    out,
    file,
  ];
  const { status, stderr } = spawnSync('soffice', options, { timeout: 120_000 });
  assert.equal(status, 0, String(stderr));
  return readFileSync(join(out, 'table.csv'));
}
