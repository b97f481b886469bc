import { isolatedProject } from './isolated-project.ts';

// Two isolated plug-ins over orders and memos: `desk` is honest as far as its code goes, `rogue` answers what it should not.

const label = (en: string, zh: string) => ({ en, zh });
const reading = { read: true };
export const DESK = {
  collections: {
    order: { read: ['title', 'cost', 'state', 'email'], create: ['title'], update: ['state'] },
    memo: { read: true },
  },
  mails: {
    reminder: {
      label: label('Reminder', '提醒'),
      to: { collection: 'order', field: 'email' },
      perHour: 3,
      texts: {
        en: { subject: 'About {title}', text: 'Please look at {title}.' },
        de: { subject: 'Zu {title}', text: 'Bitte {title} ansehen.' },
      },
    },
    receipt: {
      label: 'Receipt',
      to: 'user',
      perHour: 10,
      texts: { en: { subject: 'Done', text: 'It is done.' } },
    },
    notice: {
      label: 'Notice',
      to: { groups: ['watchers'] },
      perHour: 2,
      texts: { en: { subject: 'Notice', text: 'Look.' } },
    },
  },
  console: {
    totals: { kind: 'home-panel', label: label('Totals', '合计'), collections: ['order'] },
    fixed: {
      kind: 'home-panel',
      label: 'Fixed',
      shows: [
        { kind: 'text', text: label('Hello', '你好') },
        { kind: 'button', action: 'close' },
        { kind: 'button', action: 'hidden_one' },
      ],
    },
    detail: { kind: 'tab', label: 'Detail', collections: ['order'] },
    report: { kind: 'page', label: 'Report', icon: 'bell', collections: ['memo'] },
    close: {
      kind: 'action',
      label: label('Close', '关闭'),
      collections: ['order'],
      confirm: 'Close them?',
      form: {
        note: { kind: 'text', label: 'Note', required: true, max: 10 },
        level: { kind: 'choice', label: 'Level', choices: { low: 'Low', high: 'High' } },
        count: { kind: 'number', label: 'Count' },
        loud: { kind: 'boolean', label: 'Loud' },
      },
    },
    add: { kind: 'action', label: 'Add', collections: ['order'], right: 'create', on: [] },
    remind: { kind: 'action', label: 'Remind', collections: ['order'], on: ['one'] },
    sneak: { kind: 'action', label: 'Sneak', collections: ['order'], right: 'read', on: [] },
    read_all: { kind: 'action', label: 'Read all', collections: ['order'], right: 'read', on: [] },
    score: { kind: 'cell', kinds: ['integer'], look: { show: 'progress', max: 100 } },
    dial: { kind: 'control', kinds: ['integer'], look: { input: 'range', min: 0, max: 100, step: 5 } },
  },
};
const DESK_CODE = `
import { defineIsolatedPlugin, refuse } from 'quire-cms';
let remembered = 'nothing';
export default defineIsolatedPlugin({
  parts: {
    async totals({ records }) {
      const orders = await records.list('order', { sort: 'id', count: 100 });
      const before = remembered;
      remembered = orders.map(({ title }) => title).join();
      return [
        { kind: 'number', label: { en: 'Orders', zh: '订单' }, value: orders.length },
        { kind: 'text', text: 'remembered ' + before },
        { kind: 'list', items: orders.map(({ title, cost }) => title + ' ' + (cost ?? 'no cost')) },
        { kind: 'table', label: 'Orders', columns: ['Order', 'State'], rows: orders.map(({ id, title, state }) => [
          { kind: 'link', label: title, to: { collection: 'order', id } }, { kind: 'badge', text: state, color: 'green' }]) },
        { kind: 'button', action: 'close' },
      ];
    },
    async detail({ records, collection, id }) {
      const found = await records.find(collection, id);
      return [{ kind: 'text', text: JSON.stringify(found) }];
    },
    report: () => [{ kind: 'progress', label: 'Done', value: 3, max: 4 }],
  },
  actions: {
    async close({ ids, values, records, send }) {
      if (values.note === 'no') refuse('is not wanted', 'note');
      for (const id of ids) await records.update('order', id, { state: 'closed' });
      await send('receipt');
      return { message: { en: 'Closed ' + ids.length + ' ' + JSON.stringify(values), zh: '已关闭' } };
    },
    async sneak({ ids, records }) { for (const id of ids) await records.update('order', id, { state: 'stolen' }); },
    async add({ records }) { await records.create('order', { title: 'by the plug-in' }); },
    async read_all({ records, values }) {
      const all = await records.list('order', { where: { cost: 7 } });
      return { message: 'found ' + all.length };
    },
    async remind({ ids, send, records }) {
      const { title } = await records.find('order', ids[0]);
      const tries = {
        unknown: () => send('other', {}), prototype: () => send('__proto__'), lacking: () => send('reminder', { id: ids[0] }),
        more: () => send('reminder', { id: ids[0], values: { title, x: 1 } }), address: () => send('reminder', { id: ids[0], values: { title: 'https://evil.example/' } }),
        to: () => send('reminder', { id: ids[0], to: 'x@evil.example', values: { title } }), object: () => send('reminder', { id: ids[0], values: { title: {} } }),
        flood: async () => { for (let i = 0; i < 5; i += 1) await send('reminder', { id: ids[0], values: { title } }); },
        notice: () => send('notice'), german: () => send('reminder', { id: ids[0], language: 'de', values: { title } }),
      };
      const other = () => send('reminder', { id: ids[0], values: { title } });
      try { await (Object.hasOwn(tries, title) ? tries[title] : other)(); return { message: 'sent' }; } catch (error) { return { message: error.message.slice(0, 400) }; }
    },
  },
});`;

export const MADE: Readonly<Record<string, string>> = {
  nothing: 'undefined',
  text: '"hello"',
  foreign: '[{ kind: "link", label: "x", to: "javascript:alert(1)" }]',
  address: '[{ kind: "link", label: "x", to: { href: "https://evil.example/" } }]',
  path: '[{ kind: "link", label: "x", to: { collection: "../../api" } }]',
  markup: '[{ kind: "html", text: "<b>x</b>" }]',
  prototype: '[{ kind: "__proto__" }]',
  constructor_kind: '[{ kind: "constructor" }]',
  more: '[{ kind: "text", text: "x", onclick: "alert(1)" }]',
  wrong_tone: '[{ kind: "badge", text: "x", color: "red; background: url(x)" }]',
  huge: 'Array.from({ length: 51 }, () => ({ kind: "text", text: "x" }))',
  long: '[{ kind: "text", text: "x".repeat(2001) }]',
  wide: '[{ kind: "table", label: "x", columns: Array(11).fill("x"), rows: [] }]',
  many: '[{ kind: "table", label: "x", columns: ["a", "b"], rows: Array.from({ length: 1001 }, () => [1, 2]) }]',
  uneven: '[{ kind: "table", label: "x", columns: ["a", "b"], rows: [[1]] }]',
  message_key: '[{ kind: "text", text: { key: "pluginsTag" } }]',
  endless_number: '[{ kind: "number", label: "x", value: JSON.rawJSON("9".repeat(41)) }]',
  infinite: '[{ kind: "progress", label: "x", value: JSON.rawJSON("1e400"), max: 3 }]',
  unseen: '[{ kind: "badge", text: "\\u200b\\u202e" }]',
  not_a_number: '[{ kind: "number", label: "x", value: "7" }]',
};
const rogueParts = Object.fromEntries(
  [
    ...Object.keys(MADE),
    'hangs',
    'throws',
    'writes',
    'mails',
    'forges',
    'pollutes',
    'deep',
    'lost',
    'counts',
  ].map((name) => [name, { kind: 'page', label: name }]),
);
const ROGUE_CODE = `
export default {
  parts: {
    ${Object.entries(MADE)
      .map(([name, made]) => `${name}: () => (${made}),`)
      .join('\n    ')}
    counts: async ({ records }) => { const [one] = await records.list('order', { where: { title: 'Long' } }); return [{ kind: 'number', label: 'x', value: one.numbers.length }]; },
    hangs: () => { for (;;); },
    throws: () => { throw new Error('the reason is for the log'); },
    writes: ({ records }) => records.update('order', 1, { state: 'stolen' }),
    mails: ({ send }) => send('reminder'),
    forges: () => { for (let id = 1; id < 1000; id += 1) process.stdout.write('{"done":' + id + ',"value":{"shows":[{"kind":"link","label":"x","to":"javascript:1"}]}}\\n'); return []; },
    deep: () => { for (let id = 1; id < 99; id += 1) process.stdout.write('{"done":' + id + ',"value":{"shows":[' + '['.repeat(50000) + ']'.repeat(50000) + ']}}\\n'); return []; },
    pollutes: () => { process.stdout.write('{"done":1,"value":{"shows":[],"__proto__":{"polluted":1}}}\\n'); return []; },
  },
  actions: { long_answer: () => ({ message: 'x'.repeat(501) }), html: () => ({ message: '<img src=x>' }), close: () => ({ message: 'that of rogue' }) },
};`;

const ruled = (action: string) => `permission('${action} orders', '${action}')`;
/** Makes the project, and returns its folder of collections. */
export const deskAndRogue = () =>
  isolatedProject(
    {
      desk: { needs: DESK, files: { 'index.ts': DESK_CODE } },
      rogue: {
        needs: {
          collections: { order: { ...reading, update: ['state'] } },
          console: {
            ...rogueParts,
            long_answer: { kind: 'action', label: 'Long', collections: ['order'], right: 'read' },
            html: { kind: 'action', label: 'Html', collections: ['order'], right: 'read' },
          },
        },
        files: { 'index.ts': ROGUE_CODE },
      },
    },
    {
      'content/order.ts': `import { email, json } from 'quire-cms';
      const mine = (rule) => anyOf(rule, ownRecords(login));
      export default defineCollection({ name: 'order', label: 'Orders', path: '/v1/order', audit: 'full',
        fields: { title: text({ max: 80 }), state: text({ max: 9, default: 'open' }), email: email(), numbers: json({ max: 900_000 }),
          cost: integer({ default: 7, cell: 'desk:score', control: 'desk:dial', read: permission('See costs', 'cost') }) },
        access: { read: mine(${ruled('read')}), create: ${ruled('create')}, update: ${ruled('update')}, delete: ${ruled('update')}, history: login } });`,
      'content/memo.ts': `export default defineCollection({ name: 'memo', label: 'Memos', path: '/v1/memo', audit: 'full', fields: { line: text({ max: 9 }) }, access: { read: permission('Read memos', 'read'), create: superAdministrator, update: superAdministrator, delete: superAdministrator } });`,
    },
  );
