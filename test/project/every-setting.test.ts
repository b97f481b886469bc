// No engine changes its result: settings are read before a database is opened.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettingsTable } from '../../server/definitions/project/read-settings.ts';
import { setting } from '../../server/definitions/project/setting-options.ts';
import { CannotStart } from '../../server/errors.ts';
import { tableOfModules } from '../../server/module/module-settings.ts';
import { modules } from '../../server/modules.ts';
import { settingsTable } from '../../server/settings/table.ts';
import { settingsFrom } from '../../server/settings.ts';

/** What a setting needs beside itself to be read. */
const BESIDE: Readonly<Record<string, Record<string, string>>> = {
  AWS_ACCESS_KEY_ID: { AWS_SECRET_ACCESS_KEY: 'x' },
  AWS_SECRET_ACCESS_KEY: { AWS_ACCESS_KEY_ID: 'x' },
  DATABASE_URL: { QUIRE_SECRET: 'abcdefgh'.repeat(4) },
};
const DAYS = 36_500;
const SECONDS = 999_999_999;
const BYTES = 2_000_000_000;

/** Of each setting that is a number, the least and the greatest. */
const numbers: Readonly<Record<string, readonly [number, number]>> = {
  PORT: [0, 65_535],
  METRICS_PORT: [0, 65_535],
  WORKERS: [1, 256],
  DATABASE_CONNECTIONS: [3, 1000],
  DATABASE_TIMEOUT: [1, 3600],
  DATABASE_WAIT: [0, 3600],
  DRAIN_SECONDS: [0, 300],
  ACCESS_TOKEN_TTL: [1, SECONDS],
  REFRESH_TOKEN_TTL: [1, SECONDS],
  SESSION_TTL: [1, SECONDS],
  BREAK_GLASS_MINUTES: [0, 240],
  CLIENT_CONNECTIONS: [1, 1_000_000],
  REQUESTS_AT_ONCE: [1, 100_000],
  CHANGE_LISTENERS: [2, 1_000_000],
  GRAPHQL_MOST_COST: [100, 1_000_000],
  STRANGER_WRITES_PER_DAY: [1, 1_000_000_000],
  PROGRAM_REQUESTS_PER_MINUTE: [0, 1_000_000],
  USER_REQUESTS_PER_MINUTE: [0, 1_000_000],
  NETWORK_REQUESTS_PER_MINUTE: [0, 1_000_000],
  REQUEST_TIMEOUT: [1, 86_400],
  ANSWER_TIMEOUT: [1, 86_400],
  SLOW_STATEMENT_MS: [0, 3_600_000],
  HISTORY_RETENTION_DAYS: [0, DAYS],
  CHANGES_RETENTION_DAYS: [0, DAYS],
  IDEMPOTENCY_HOURS: [1, 8760],
  LOG_RETENTION_DAYS: [0, DAYS],
  CHANGE_SET_DAYS: [1, DAYS],
  DROPPED_COLUMNS_DAYS: [0, DAYS],
  BACKUP_KEEP: [1, 10_000],
  SECOND_FACTOR_GRACE_DAYS: [0, 365],
  REAUTHENTICATION_MINUTES: [1, 1440],
  REMEMBER_DEVICE_DAYS: [0, 365],
  UPLOAD_MAX_FILE_BYTES: [1, BYTES],
  UPLOAD_MAX_TOTAL_BYTES: [1, BYTES],
  UPLOAD_MAX_FILES: [1, 1000],
  IMPORT_MAX_BYTES: [1, BYTES],
  UPLOAD_QUOTA_BYTES: [1, Number.MAX_SAFE_INTEGER],
  UPLOAD_QUOTA_FILES: [1, Number.MAX_SAFE_INTEGER],
  UPLOAD_RESUME_HOURS: [1, 720],
  FILE_ADDRESS_SECONDS: [1, 3600],
};
const switches = [
  ...['LOGIN_CAPTCHA', 'SIGN_IN_MAIL', 'APPROVALS', 'BOOK_LOGIN_REQUIRED', 'SAMPLE_DATA', 'API_PAGES'],
  ...[
    'CONSOLE',
    'GRAPHQL',
    'GRAPHQL_KNOWN_ONLY',
    'MCP',
    'PROVIDER',
    'PROVIDER_REGISTRATION',
    'SCIM',
    'TRACES',
  ],
  'UPLOAD_KEEP_METADATA',
];
const origins = {
  taken: ['https://admin.example.com', 'http://localhost:3000', 'https://a.example,https://b.example'],
  refused: [
    'admin.example.com',
    'https://a.example/',
    'https://a.example/x',
    'null',
    'https://A.example',
    'https://a.example:443',
    'https://a.example,x',
  ],
};
const addresses = {
  taken: ['https://a.example', 'http://localhost:5000', 'https://a.example/path', 'https://a.example/path/'],
  refused: ['a.example', 'ftp://a.example', 'javascript:alert(1)', 'https://'],
};
const networks = {
  taken: [
    '10.0.0.0/8',
    '192.0.2.1',
    '192.0.2.1/32',
    '10.0.0.0/0',
    '::1',
    '2001:db8::/128',
    '10.0.0.1,10.0.0.2',
  ],
  refused: [
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    '10.0.0',
    'localhost',
    '10.0.0.1,x',
  ],
};
const groups = {
  taken: ['Editors', '*', 'Editors,Guests of ours'],
  refused: ['Editors, Guests', ' Editors', 'Editors,,Guests'],
};
const times = {
  taken: ['0 3 * * *', 'never', '*/5 0 * * 1-5'],
  refused: ['03:00', '0 3 * *', '60 3 * * *', 'Never'],
};
const anything = { taken: ['x', 'a folder'], refused: [] };

/** Of every other setting, texts that it takes and texts that it refuses. */
const texts: Readonly<
  Record<string, { readonly taken: readonly string[]; readonly refused: readonly string[] }>
> = {
  HOST: { taken: ['127.0.0.1', '::', 'localhost'], refused: [] },
  METRICS_HOST: { taken: ['127.0.0.1', '::', 'localhost'], refused: [] },
  DATABASE_URL: {
    taken: ['file:./x.db', 'postgres://a@b/c', 'mysql://a@b/c'],
    refused: ['x.db', 'http://a', 'file:'],
  },
  DATABASE_READ_URLS: {
    taken: ['postgres://a@b/c', 'postgres://a@b/c,postgres://d/c'],
    refused: ['b', 'postgres://a@b/c,d', 'postgres://a,postgres://b:x'],
  },
  QUIRE_SECRET: {
    taken: [
      'abcdefgh'.repeat(4),
      `${'abcdefgh'.repeat(4)},${'hgfedcba'.repeat(4)}`,
      '密钥安全测试数据书信文章',
    ],
    refused: ['abcdefgh'.repeat(4).slice(1), 'abcdefg'.repeat(5), `${'abcdefgh'.repeat(4)},short`],
  },
  QUIRE_ADMIN_PASSWORD: {
    taken: ['q7#vXeKw', 'x'.repeat(128), '密码密码密码密码'],
    refused: ['q7#vXeK', 'x'.repeat(129), 'q7#v\u0007XeKw'],
  },
  SIGN_UP: { taken: ['off', 'open', 'approval'], refused: ['on', 'true', 'Open'] },
  SIGN_UP_GROUP: anything,
  ACCOUNT_URL: addresses,
  PUBLIC_URL: addresses,
  AWS_ENDPOINT_URL_S3: addresses,
  CONTENT_DIR: { taken: ['content', 'test/content/past'], refused: ['nowhere', 'package.json'] },
  LANGUAGE: { taken: ['en', 'zh'], refused: ['de', 'EN'] },
  LOCALES: { taken: ['en', 'zh,en>de,de'], refused: ['en,en', 'en>de', 'en,'] },
  TRUST_PROXY: {
    ...networks,
    taken: ['false', ...networks.taken],
    refused: ['true', 'false,10.0.0.1', ...networks.refused],
  },
  METRICS_NETWORKS: { ...networks, refused: ['false', '10.0.0.1, 10.0.0.2', ...networks.refused] },
  WEBHOOK_NETWORKS: { ...networks, refused: ['false', '10.0.0.1, 10.0.0.2', ...networks.refused] },
  CORS_ORIGINS: { ...origins, taken: ['*', ...origins.taken] },
  PASSKEY_ORIGINS: { ...origins, refused: ['*', ...origins.refused] },
  PASSKEY_DOMAIN: {
    taken: ['example.com', 'localhost'],
    refused: ['https://example.com', 'Example.com', '127.0.0.1', 'a.example/x', 'a.example:1'],
  },
  LOG_LEVEL: {
    taken: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    refused: ['warning', 'Info'],
  },
  LOG_FORMAT: { taken: ['auto', 'text', 'json'], refused: ['pretty', 'JSON'] },
  MAIL_URL: { taken: ['smtp://a:b@c:587', 'smtps://c'], refused: ['http://c', 'c:25', 'smtp://'] },
  MAIL_FROM: {
    taken: ['a@b.example', 'Shop <a@b.example>', `${'x'.repeat(100)} <a@b>`],
    refused: ['Shop', 'a@b@c', 'Shop <a>', `${'x'.repeat(101)} <a@b>`, 'A, B <a@b>', 'A\nBcc: x <a@b>'],
  },
  MAIL_DIR: anything,
  MAP_TILES: {
    taken: ['https://tiles.example/{z}/{x}/{y}.png', 'https://a.example:8443/t/{z}/{y}/{x}?key=1'],
    refused: [
      'http://tiles.example/{z}/{x}/{y}.png',
      'https://{x}.example/{z}/{y}',
      'https://tiles.example/{z}/{x}.png',
      'https://a.example/{z}/{x}/{y}/{z}',
      "https://a.example/{z}/{x}/{y}; script-src 'unsafe-inline'",
      'https://a@b.example;/{z}/{x}/{y}',
    ],
  },
  MAP_CREDIT: { taken: ['© Somebody', 'x'.repeat(100)], refused: ['two\nlines', 'x'.repeat(101)] },
  PROJECT_NAME: { taken: ['东西', 'x'.repeat(40)], refused: [' ', 'two\nlines', 'x'.repeat(41)] },
  PROJECT_LOGO: {
    taken: ['console/public/favicon.svg'],
    refused: ['nowhere.svg', 'console/public', 'package.json'],
  },
  PROJECT_ACCENT: {
    taken: ['#0a7d4f', '#767676'],
    refused: ['green', '#0a7d4f;', '#fff', '#777777', '#ffd000'],
  },
  BACKUP_TO: anything,
  BACKUP_AT: times,
  BACKUP_DRILL_AT: times,
  BACKUP_KEY_FILE: anything,
  LOG_CHECKPOINTS_TO: {
    taken: ['./checkpoints.jsonl', 'https://a.example/x', 'http://127.0.0.1:8080/'],
    refused: ['ftp://a.example', 'https://'],
  },
  OIDC_PROVIDERS: { taken: [], refused: ['Company', '1a', 'a'.repeat(21), 'a b'] },
  OIDC_RETURN_URLS: {
    taken: ['https://a.example/in', 'app.example://in'],
    refused: ['/in', 'https://a.example/in?x=1', 'https://a.example/in#x'],
  },
  SCIM_GROUPS: groups,
  SECOND_FACTOR_GROUPS: groups,
  UPLOAD_DIR: anything,
  UPLOAD_STORE: {
    taken: ['s3://bucket', 's3://b.1/prefix/x', 's3://abc'],
    refused: ['s3://', 's3://ab', 's3://-ab', 's3://Bucket', 'https://bucket', 's3://bucket/a b'],
  },
  AWS_REGION: { taken: ['eu-central-1'], refused: ['EU', 'eu central'] },
  AWS_ACCESS_KEY_ID: anything,
  AWS_SECRET_ACCESS_KEY: anything,
  UPLOAD_TYPES: {
    taken: ['jpg', 'jpg,png', 'txt,csv', 'svg', 'flac'],
    refused: ['.jpg', 'JPG', 'jpg, png', 'jpg,nonsense', 'a'.repeat(20), 'tif', 'jpg,psd'],
  },
  THUMBNAIL_WIDTHS: {
    taken: ['1', '4000', '160,320', Array.from({ length: 20 }, (_, index) => index + 1).join()],
    refused: ['0', '4001', 'x', '1.5', Array.from({ length: 21 }, (_, index) => index + 1).join()],
  },
  IMAGE_SIZES: {
    taken: ['card=400x300', 'card=400x300,wide=1600x900'],
    refused: ['card', 'card=400', 'card=0x1', 'card=400x300,card=1x1'],
  },
};

const read = (name: string, value: string) => settingsFrom({ ...BESIDE[name], [name]: value });
const refuses = (name: string, value: string) =>
  assert.throws(
    () => read(name, value),
    (error) => {
      assert.ok(error instanceof CannotStart);
      assert.match(error.message, new RegExp(`^${name}: .*allowed: `, 'ms'), 'what is allowed is told');
      return true;
    },
    `${name}=${value}`,
  );

it('every setting is tried here', () => {
  const tried = [...Object.keys(numbers), ...switches, ...Object.keys(texts)];
  assert.deepEqual(tried.sort(), Object.keys({ ...settingsTable, ...tableOfModules(modules) }).sort());
});

describe('a setting that is a number takes both ends of its range, and nothing beyond:', () => {
  for (const [name, [least, most]] of Object.entries(numbers))
    it(`${name} from ${least} to ${most}`, () => {
      for (const value of [least, most]) read(name, String(value));
      for (const value of [least - 1, most + 1, `${least}.5`, '1e3', 'x', ' 1', `0x${most.toString(16)}`])
        refuses(name, String(value));
    });
});

describe('a switch is on or off, in words of its own:', () => {
  for (const name of switches)
    it(name, () => {
      for (const value of ['true', 'false']) read(name, value);
      for (const value of ['yes', 'TRUE!', '2', 'tru']) refuses(name, value);
    });
});

describe('a setting that is a text takes what it can use, and tells what it could:', () => {
  for (const [name, { taken, refused }] of Object.entries(texts))
    it(name, () => {
      for (const value of taken) assert.doesNotThrow(() => read(name, value), `${name}=${value}`);
      for (const value of refused) refuses(name, value);
    });
});

describe('a setting of a project that is a number', () => {
  const table = { LOWEST: setting.integer({ initial: -5, min: -10, max: 10, meaning: 'x' }) };
  const problemsOf = (value: string) => readSettingsTable(table, { LOWEST: value }).problems.length;
  for (const [value, isTaken] of [
    ['-10', true],
    ['-11', false],
    ['10', true],
    ['11', false],
    ['0', true],
    ['-0', false],
    ['+1', false],
    ['--1', false],
  ] as const)
    it(`${isTaken ? 'may' : 'may not'} be ${value} from -10 to 10`, () =>
      assert.equal(problemsOf(value), isTaken ? 0 : 1));
  it('is what it is by default, also below zero', () =>
    assert.equal(readSettingsTable(table, {}).values.LOWEST, -5));
});

describe('a setting reaches the server', () => {
  type Settings = ReturnType<typeof read>;
  const MINUTE = 60_000;
  const [HOUR, DAY] = [60 * MINUTE, 1440 * MINUTE];
  /** Of settings that are not passed on under their own names: where they arrive, and in which unit. */
  const places: Readonly<Record<string, readonly [(settings: Settings) => unknown, number?]>> = {
    CLIENT_CONNECTIONS: [({ limits }) => limits.clientConnections],
    REQUESTS_AT_ONCE: [({ limits }) => limits.requestsAtOnce],
    REQUEST_TIMEOUT: [({ limits }) => limits.requestTimeout],
    ANSWER_TIMEOUT: [({ limits }) => limits.answerTimeout],
    SECOND_FACTOR_GRACE_DAYS: [({ factorPolicy }) => factorPolicy.graceMs, DAY],
    REAUTHENTICATION_MINUTES: [({ factorPolicy }) => factorPolicy.freshMs, MINUTE],
    UPLOAD_MAX_FILE_BYTES: [({ uploadRules }) => uploadRules.maxFileBytes],
    UPLOAD_MAX_TOTAL_BYTES: [({ uploadRules }) => uploadRules.maxTotalBytes],
    UPLOAD_MAX_FILES: [({ uploadRules }) => uploadRules.maxFiles],
    UPLOAD_QUOTA_BYTES: [({ uploadRules }) => uploadRules.quotaBytes],
    UPLOAD_QUOTA_FILES: [({ uploadRules }) => uploadRules.quotaFiles],
    UPLOAD_RESUME_HOURS: [({ uploadRules }) => uploadRules.resumeMs, HOUR],
    FILE_ADDRESS_SECONDS: [({ uploadRules }) => uploadRules.addressMs, 1000],
    UPLOAD_KEEP_METADATA: [({ uploadRules }) => uploadRules.keepsMetadata],
    CONSOLE: [({ consoleDir }) => consoleDir !== undefined],
  };
  const ownName = (name: string) =>
    name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const arrived = (name: string, settings: Settings) => {
    const [find] = places[name] ?? [(all: Settings) => (all as Record<string, unknown>)[ownName(name)]];
    return find(settings);
  };
  for (const [name, ends] of Object.entries(numbers))
    it(`${name}, as its number`, () => {
      for (const value of ends)
        assert.equal(arrived(name, read(name, String(value))), value * (places[name]?.[1] ?? 1));
    });
  for (const name of switches)
    it(`${name}, on or off`, () => {
      for (const value of [true, false]) assert.equal(arrived(name, read(name, String(value))), value);
    });

  const secret = 'abcdefgh'.repeat(4);
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const bucket = {
    name: 'bucket',
    prefix: '',
    region: undefined,
    endpoint: undefined,
    credentials: undefined,
  };
  for (const [given, part] of [
    [{}, { trustProxy: false, keepsMails: false, uploadBucket: undefined, descriptionLanguage: 'en' }],
    [{ LANGUAGE: 'zh' }, { descriptionLanguage: 'zh', language: 'zh' }],
    [{ TRUST_PROXY: '10.0.0.1' }, { trustProxy: '10.0.0.1' }],
    [{ PUBLIC_URL: 'https://a.example/b//' }, { publicUrl: 'https://a.example/b' }],
    [{ DATABASE_URL: 'file:./x/y.db' }, { mailDir: 'x/mail', uploadDir: 'x/uploads' }],
    [{ DATABASE_URL: 'mysql://a@b/c' }, { mailDir: 'data/mail', uploadDir: 'data/uploads' }],
    [
      { MAIL_DIR: 'm', UPLOAD_DIR: 'u' },
      { mailDir: 'm', uploadDir: 'u', keepsMails: true },
    ],
    [{ QUIRE_ADMIN_PASSWORD: 'q7#vXeKw' }, { adminPassword: 'q7#vXeKw' }],
    [{ QUIRE_SECRET: `${secret},${secret}x` }, { secrets: [secret, `${secret}x`] }],
    [{ LOCALES: 'en' }, { localesText: 'en' }],
    [{ UPLOAD_STORE: 's3://bucket' }, { uploadBucket: bucket }],
    [
      {
        UPLOAD_STORE: 's3://bucket/a/b/',
        AWS_REGION: 'eu',
        AWS_ENDPOINT_URL_S3: 'https://s.example',
        ...keys,
      },
      {
        uploadBucket: {
          ...{ name: 'bucket', prefix: 'a/b/', region: 'eu', endpoint: 'https://s.example' },
          credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        },
      },
    ],
    [
      { BOOK_LOGIN_REQUIRED: 'false', FILM_LOGIN_REQUIRED: 'false', NOTE_LOGIN_REQUIRED: 'true' },
      { switchedOff: new Set(['BOOK_LOGIN_REQUIRED', 'FILM_LOGIN_REQUIRED']) },
    ],
  ] as const)
    it(JSON.stringify(given).slice(0, 90), () => {
      const settings = settingsFrom({ QUIRE_SECRET: secret, ...given }) as Record<string, unknown>;
      for (const [name, value] of Object.entries(part)) assert.deepEqual(settings[name], value, name);
    });

  it('as lists, sizes and groups', () => {
    const { uploadRules, factorPolicy } = settingsFrom({
      ...{ QUIRE_SECRET: secret, UPLOAD_TYPES: 'jpg,png', THUMBNAIL_WIDTHS: '160,320' },
      ...{ IMAGE_SIZES: 'card=400x300', SECOND_FACTOR_GROUPS: 'Editors,Guests' },
    });
    assert.deepEqual([...uploadRules.types], ['jpg', 'png']);
    assert.deepEqual([...uploadRules.thumbnailWidths], [160, 320]);
    assert.deepEqual([...uploadRules.imageSizes.keys()], ['card']);
    assert.deepEqual([...factorPolicy.groups], ['Editors', 'Guests']);
  });
});
