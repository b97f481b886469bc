import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/kinds', importMaxBytes: 1_000_000 });
const { root } = app;
const path = '/v1/specimen';
const { run, report, beginInTurn, settled } = importsInto(app, path);

const newest = async (count: number, fields: string) =>
  (await root.list(`${path}?sort=-id&count=${count}&fields=${fields}`))
    .reverse()
    .map(({ id, ...values }) => values);
const MOMENT = Date.UTC(2026, 0, 1, 12);
const RECORDS = [
  { title: 'Ünïcode, 汉字', legs: 6, weight: '1.5000', alive: true, seen_at: MOMENT },
  { title: 'two\nlines'.replace('\n', ' '), legs: 8, weight: null, alive: false, seen_at: null },
];
const lines = (separator: string, weight = '1.5') =>
  [
    ['title', 'legs', 'weight', 'alive', 'seen_at'],
    ['"Ünïcode, 汉字"', '6', `"${weight}"`, 'TRUE', '2026-01-01T20:00:00+08:00'],
    ['two lines', '8', '', 'FALSE', ''],
  ].map((cells) => cells.join(separator));
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const files: Readonly<Record<string, string | Buffer>> = {
  semicolons: lines(';', '1,5').join('\r\n'),
  tabs: lines('\t').join('\n'),
  'commas, with old ends of lines': lines(',').join('\r'),
  'other ends of lines below the first': `${lines(',').slice(0, 2).join('\r\n')}\n${lines(',')[2]}\r\r\n`,
  'a line that says the separator': `sep=;\r\n${lines(';').join('\r\n')}`,
  'such a line in quotes, with a mark': `\ufeff"sep=\t"\r\n${lines('\t').join('\r\n')}`,
  'a separator that only such a line knows': `sep=|\n${lines('|').join('\n')}`,
  'UTF-16, as Excel writes Unicode text': utf16(lines('\t').join('\r\n')),
  'UTF-16 of the other order': utf16(lines(';').join('\r\n'), true),
  'blanks around the names': lines(',').join('\n').replace('title,legs', ' title ,\u00a0legs\u200b'),
  'empty columns behind': lines(';')
    .map((line) => `${line};;`)
    .join('\n'),
  'an empty column before and one between others': lines('\t')
    .map((line) => `\t${line.replace('\t', '\t\t')}`)
    .join('\n'),
  'quotes around each cell': lines(';')
    .flatMap((line) => [line, ';;;;'])
    .map((line) => `${line};;`.split(';').map((cell) => (cell.startsWith('"') ? cell : `"${cell}"`)))
    .map((cells) => cells.join(';'))
    .join('\r\n'),
  'empty lines and lines of empty cells': `\n;;;;\n${lines(';').join('\n ; ;;;\n\n')}\n;;;;\n;;\n`,
};

describe('a file of a spreadsheet is read', () => {
  for (const [what, file] of Object.entries(files))
    it(`with ${what}`, async () => {
      const done = await run('format=csv', file);
      assert.deepEqual([done.created, done.refused], [2, 0], JSON.stringify(await report(done.id)));
      assert.deepEqual(await newest(2, 'title,legs,weight,alive,seen_at'), RECORDS);
    });
});

describe('a cell of a spreadsheet', () => {
  const cases: readonly (readonly [field: string, cell: string, value: unknown])[] = [
    ...['true', 'TRUE', 'True', '1', 'WAHR', 'vrai', 'ИСТИНА', ' TRUE '].map(
      (cell) => ['alive', cell, true] as const,
    ),
    ...['false', 'FALSE', '0', 'FALSCH', 'Faux'].map((cell) => ['alive', cell, false] as const),
    ...['yes', '2', 'x', '-1'].map((cell) => ['alive', cell, undefined] as const),
    ['weight', '1,5', '1.5000'],
    ['weight', '-0,25', '-0.2500'],
    ['weight', '0,125', '0.1250'],
    ['weight', '1.234,5', '1234.5000'],
    ['weight', '1,234.5', '1234.5000'],
    ['weight', '1 234,5', '1234.5000'],
    ['weight', '1\u202f234\u202f567,5', '1234567.5000'],
    ['weight', "1'234.5", '1234.5000'],
    ['weight', '1.234', '1.2340'],
    ['weight', '1.234.567', '1234567.0000'],
    ['weight', ' 2 ', '2.0000'],
    ...['1,234', '12,345', '1,2,3', '1.2.3', '1,5,', '1e5', '5 %', '$5', '1,23456', '1.23,456'].map(
      (cell) => ['weight', cell, undefined] as const,
    ),
    ['seen_at', '2026-01-01T12:00Z', MOMENT],
    ['seen_at', '2026-01-01 20:00:00.000+08:00', MOMENT],
    ['seen_at', '2026-01-01T06:30:00-05:30', MOMENT],
    ['seen_at', String(MOMENT), MOMENT],
    ...['2026-01-01T12:00', '2026-01-01', '1.76723E+12', '2026-02-30T12:00Z', '1/1/2026'].map(
      (cell) => ['seen_at', cell, undefined] as const,
    ),
    ['seen_at', '2026-01-01 20:00:00 +0800', MOMENT],
    ['seen_at', '2026-01-01 12:00:00.000 Z', MOMENT],
    ['legs', ' 6 ', 6],
    ...['6,0', '6.0', '1,000', '6 legs'].map((cell) => ['legs', cell, undefined] as const),
    ['found_on', ' 2026-05-17 ', '2026-05-17'],
    ['state', ' whole ', 'whole'],
  ];
  it('is read where there is one way to read it, and refused with its line and column elsewhere', async () => {
    const fields = [...new Set(cases.map(([field]) => field))];
    const records = cases.map(([field, cell]) =>
      ['x', ...fields.map((one) => (one === field ? `"${cell}"` : ''))].join(';'),
    );
    const done = await run('format=csv', [['title', ...fields].join(';'), ...records].join('\n'));
    const said = await report(done.id);
    for (const [index, [field, cell, value]] of cases.entries()) {
      const { outcome, id, problems } = said.find(({ line }) => line === index + 2) ?? {};
      if (value === undefined) {
        assert.equal(outcome, 'refused', `${field} ${cell}`);
        assert.deepEqual(Object.keys(problems as object), [field]);
      } else {
        assert.equal(outcome, 'created', `${field} ${cell}: ${JSON.stringify(problems)}`);
        assert.equal((await root.read(`${path}/${id}`))[field], value, `${field} ${cell}`);
      }
    }
    const problem = (cell: string) =>
      Object.values(
        said.find(({ line }) => line === cases.findIndex((one) => one[1] === cell) + 2)?.problems as object,
      )[0];
    assert.match(problem('1,234'), /two ways/);
    assert.match(problem('2026-01-01T12:00'), /zone/);
    assert.match(problem('1/1/2026'), /such as 2026-/);
  });
  it('says which line of the file it is on, lines before the table and inside of cells included', async () => {
    const file = 'sep=;\n\ntitle;notes;legs\n"a";"two\nlines";1\n;;\nb;;x\n';
    const done = await run('format=csv', file);
    assert.deepEqual(
      (await report(done.id)).map(({ line, outcome }) => [line, outcome]),
      [
        [4, 'created'],
        [7, 'refused'],
      ],
    );
  });
});

it('a file whose marks or names are wrong is refused, and says where', async () => {
  for (const [file, said] of [
    [Buffer.concat([utf16('title'), Buffer.from([0x41])]), /UTF-16/],
    [Buffer.concat([utf16('title\n'), Buffer.from([0x00, 0xd8, 0x41, 0x00])]), /UTF-16/],
    ['titel;legs\na;1', /titel/],
    ['title;;legs\na;x;1', /column 2/],
    ['title;;legs\na;;1\nb;x;1', /column 2/],
    ['title;legs\n"a\r\nb";1\nc";2', /line 4/],
    ['title;legs\na;1\nb;2\n"c;2', /line 4/],
    ['title;legs\na;1;x', /3/],
    ['sep=;\n', /empty/],
    [';;;\n\n', /empty/],
  ] as const) {
    const answer = await beginInTurn('format=csv', file);
    const done = answer.status === 201 ? await settled(answer.body.id) : undefined;
    const text = done ? `${done.problem} ${JSON.stringify(await report(done.id))}` : answer.text;
    assert.match(text, said);
  }
});
