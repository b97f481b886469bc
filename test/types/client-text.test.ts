import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogueWith } from '../../server/built-in-collections.ts';
import { writeClient } from '../../server/client/write-client.ts';
import { inLocales } from '../../server/definitions/derived/in-locales.ts';
import { readLocales } from '../../server/definitions/locales.ts';
import { definitions } from './client-definitions.ts';

const locales = readLocales('en,zh') ?? [];
const client = writeClient(
  catalogueWith(
    definitions.map((one) => inLocales(one, locales)),
    locales,
  ),
);

/** The type of a member of one of the client's interfaces; undefined if it has no such member. */
function said(inside: string, member: string): string | undefined {
  const block = client.split(`${inside} {\n`)[1]?.split('\n}')[0] ?? assert.fail(`there is no ${inside}`);
  const lines = block.split('\n').map((line) => line.trim().replace(/^(\/\*\*.*\*\/ )?(readonly )?/, ''));
  const line = lines.find((one) => one.startsWith(`${member}: `) || one.startsWith(`${member}?: `));
  return line?.slice(member.length).replace(/^: /, '').replace(/[;,]$/, '');
}

const LANGUAGES = "{ readonly [L in 'en' | 'zh']?: string | null }";
const members: readonly (readonly [
  what: string,
  inside: string,
  of: Readonly<Record<string, string | undefined>>,
])[] = [
  [
    'what is answered',
    'FirmRecord',
    {
      id: 'Id',
      name: 'string | null',
      parent: 'Id | null',
      size: "'small' | 'large' | null",
      founded: 'number | null',
      wage: '?: string | null',
      create_time: 'number',
      update_time: undefined,
      is_mine: '?: boolean',
      url: undefined,
      tools: undefined,
    },
  ],
  [
    'what is always filled',
    'ToolRecord',
    {
      title: 'string',
      title__zh: undefined,
      slug: 'string',
      maker: 'Id',
      create_time: 'number',
      update_time: 'number',
      publication: undefined,
    },
  ],
  [
    'what drafts may lack',
    'ToolDraftsRecord',
    {
      title: 'string | null',
      maker: 'Id | null',
      publication: "'draft' | 'published' | 'changed'",
      publish_time: 'number | null',
    },
  ],
  [
    'each kind of field',
    'LogEntryRecord',
    {
      number: 'bigint',
      price: 'string | null',
      spot: '{ readonly lat: number; readonly lon: number } | null',
      data: 'Json | null',
      day: 'string | null',
      tools: 'readonly Id[]',
      create_time: undefined,
      update_time: undefined,
      is_mine: undefined,
      parts:
        'readonly ({ readonly by: Id | null; readonly count: bigint | null; readonly note: string | null; })[]',
    },
  ],
  [
    'fields that references show',
    'BadgeRecord',
    { name: 'string | null', pin: undefined, create_time: undefined },
  ],
  ['fields that references show, sent', 'BadgeInput', { name: '?: string | null', pin: undefined }],
  ['a file', 'QuireFileRecord', { id: 'Id', url: 'string', size: 'number', folder_id: undefined }],
  [
    'what may be sent',
    'FirmInput',
    {
      id: undefined,
      name: '?: string | null',
      place: undefined,
      create_time: undefined,
      wage: '?: string | null',
      is_mine: undefined,
    },
  ],
  [
    'what has to be sent',
    'ToolInput',
    {
      title: `string | ${LANGUAGES}`,
      title__zh: '?: string | null',
      slug: '?: string',
      maker: 'Id',
      taken: '?: boolean | null',
    },
  ],
  [
    'what a draft may be sent',
    'ToolDraftsInput',
    { maker: '?: Id | null', publication: undefined, publish_time: undefined },
  ],
  [
    'the forms of sent values',
    'LogEntryInput',
    {
      number: 'bigint | number',
      price: '?: string | number | null',
      tools: '?: readonly Id[]',
      parts:
        '?: readonly ({ readonly by?: Id | null; readonly count?: bigint | null; readonly note?: string | null; })[]',
    },
  ],
  [
    'comparisons',
    'FirmFilter extends Grouped<FirmFilter>',
    {
      id: '?: CompareValue<Id>',
      name: '?: CompareText',
      size: "?: CompareText<'small' | 'large'>",
      founded: '?: CompareMoment',
      parent: '?: CompareParent<Id> & FirmFilter',
      create_time: '?: CompareMoment',
      update_time: undefined,
      is_mine: '?: CompareMine',
      tools: '?: ToolFilter & { readonly count?: CompareValue<number> }',
    },
  ],
  [
    'comparisons by kind',
    'LogEntryFilter extends Grouped<LogEntryFilter>',
    {
      number: '?: CompareValue<bigint>',
      price: '?: CompareValue<string>',
      spot: '?: ComparePoint',
      data: '?: CompareNothing',
      notes: '?: CompareText',
      tools: '?: CompareMany & ToolFilter',
      picture: '?: CompareValue<Id> & QuireFileFilter',
      user: '?: CompareUser',
      is_mine: undefined,
      parts:
        '?: CompareNothing & { readonly by?: CompareValue<Id> & FirmFilter; readonly count?: CompareValue<bigint>; readonly note?: Nothing; }',
      story:
        "?: CompareNothing & { readonly type?: CompareText<'words' | 'item'>; readonly words?: { readonly body?: Nothing; }; readonly item?: { readonly tools?: CompareMany & ToolFilter; }; }",
    },
  ],
  [
    'comparisons of the second collection',
    'ToolFilter extends Grouped<ToolFilter>',
    {
      maker: '?: CompareValue<Id> & FirmFilter',
      taken: '?: CompareTruth',
      title__zh: '?: CompareText',
      publication: undefined,
    },
  ],
  [
    'a tree in order',
    'FirmShape',
    {
      by: "'name'",
      expand: '{ readonly parent: One<FirmShape>; readonly tools: Many<ToolShape> }',
      move: 'Destination',
      tree: 'Id',
      locale: 'never',
      localised: 'never',
    },
  ],
  [
    'languages',
    'ToolShape',
    {
      by: "'slug'",
      expand: '{ readonly maker: One<FirmShape> }',
      move: 'never',
      tree: 'never',
      locale: "'en' | 'zh'",
      localised: "'title'",
    },
  ],
  [
    'references inside of fields',
    'LogEntryShape',
    {
      expand:
        "{ readonly tools: Many<ToolShape>; readonly picture: One<QuireFileShape>; readonly badge: One<BadgeShape>; readonly 'parts.by': Many<FirmShape>; readonly 'story.item.tools': Many<ToolShape> }",
      by: 'never',
    },
  ],
  ['what refers to nothing', 'ShopShape', { expand: 'Nothing' }],
  [
    'what can be done with records',
    'FirmShape',
    { has: "'read' | 'stored' | 'write'", isSingleton: 'false', drafts: 'never' },
  ],
  [
    'of a singleton',
    'ShopShape',
    { has: "'read' | 'stored' | 'write'", isSingleton: 'true', drafts: 'never' },
  ],
  [
    'what readers see of drafts',
    'SiteShape',
    { has: "'read' | 'stored' | 'history'", isSingleton: 'true', drafts: 'SiteDraftsShape' },
  ],
  [
    'what drafts have',
    'ToolDraftsShape',
    { has: "'read' | 'stored' | 'write' | 'history' | 'trash' | 'publish'", drafts: 'never' },
  ],
  [
    'where records are, and what to read in them',
    'const forms =',
    {
      firm: '{"path":"/v1/firm","ids":["id","parent"],"bigints":[],"expand":{"parent":"firm","tools":"tool"}}',
      log_entry:
        '{"path":"/v1/log-entry","ids":["id","tools","picture","user","badge"],"bigints":["number"],"nested":{"parts":{"list":{"group":{"by":{"id":true},"count":{"bigint":true}}}},"story":{"blocks":{"words":{},"item":{"tools":{"id":true}}}}},"expand":{"tools":"tool","picture":"quire_file","badge":"badge","parts.by":"firm","story.item.tools":"tool"}}',
      shop: '{"path":"/v1/shop","isSingleton":true,"ids":["id"],"bigints":[],"expand":{}}',
      site_drafts:
        '{"path":"/v1/site","isSingleton":true,"isDraft":true,"ids":["id"],"bigints":[],"expand":{}}',
      tool_drafts:
        '{"path":"/v1/tool","isDraft":true,"ids":["id","maker"],"bigints":[],"expand":{"maker":"firm"}}',
      quire_file: '{"path":"","ids":["id"],"bigints":[],"expand":{}}',
      quire_user: undefined,
      quire_group: undefined,
    },
  ],
  [
    'the clients',
    'class Quire extends Connection',
    {
      firm: "collectionClient<FirmShape>(this, forms, 'firm')",
      shop: "collectionClient<ShopShape>(this, forms, 'shop')",
      site: "collectionClient<SiteShape>(this, forms, 'site')",
      tool: "collectionClient<ToolShape>(this, forms, 'tool')",
      tool_drafts: undefined,
      quire_file: undefined,
    },
  ],
];

const sorts: readonly (readonly [collection: string, names: readonly string[], others: readonly string[]])[] =
  [
    [
      'Firm',
      [
        'id',
        'size',
        'place',
        'founded.month',
        'create_time',
        'create_time.day',
        'parent.name',
        'parent.create_time',
        'tools.count',
      ],
      ['update_time', 'tools.title', 'name.day', 'is_mine', 'parent.parent.name'],
    ],
    [
      'LogEntry',
      ['number', 'price', 'day.year', 'picture.name', 'user'],
      [
        'spot',
        'data',
        'notes',
        'tools',
        'tools.title',
        'parts',
        'parts.by.name',
        'user.username',
        'create_time',
        'number.day',
      ],
    ],
    ['ToolDrafts', ['publication', 'publish_time.week', 'maker.name', 'title__zh'], ['maker.publication']],
  ];

describe('the client says of definitions', () => {
  for (const [what, inside, of] of members)
    it(`${what}: ${inside}`, () => {
      assert.deepEqual(
        Object.fromEntries(Object.keys(of).map((member) => [member, said(inside, member)])),
        of,
      );
    });

  for (const [collection, names, others] of sorts)
    it(`what records of ${collection} are sorted by`, () => {
      const all = new RegExp(`type ${collection}Sort = (.*);`).exec(client)?.[1]?.split(' | ') ?? [];
      const either = (name: string) => [`'${name}'`, `'-${name}'`];
      assert.deepEqual(
        names.flatMap(either).filter((one) => !all.includes(one)),
        [],
      );
      assert.deepEqual(
        others.flatMap(either).filter((one) => all.includes(one)),
        [],
      );
    });

  it('once each, in the order of their names, and what they refer to behind them', () => {
    const heads = client.matchAll(/ answered\. \*\/\nexport interface (\w+)Record /g);
    const served = ['Firm', 'LogEntry', 'Shop', 'Site', 'SiteDrafts', 'Tool', 'ToolDrafts'];
    assert.deepEqual(
      [...heads].map(([, name]) => name),
      [...served, 'QuireFile', 'Badge'],
    );
  });

  it('what people call them, so that no label ends the comment', () => {
    assert.match(client, /\/\*\* Tool \* \/, as it is answered\. \*\/\nexport interface ToolRecord /);
    assert.match(
      client,
      /\/\*\* Tool \* \/, as its drafts are answered\. \*\/\nexport interface ToolDraftsRecord /,
    );
  });
});
