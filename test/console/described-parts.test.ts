import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, type Viewer, whyNoBrowser } from '../support/browser/browser.ts';
import { sidewaysOverflow } from '../support/browser/overflow.ts';
import { isolatedProject } from '../support/isolated-project.ts';
import { keysOf } from '../support/records/api-keys.ts';

const both = (en: string, zh: string) => ({ en, zh });
const form = {
  note: { kind: 'text', label: both('Note', '备注'), required: true, max: 20 },
  level: { kind: 'choice', label: 'Level', choices: { low: 'Low', high: 'High' } },
  loud: { kind: 'boolean', label: 'Loud' },
};
const ofTask = { collections: ['task'] };
const DESK = {
  collections: { task: { read: true, update: ['note'] } },
  console: {
    totals: { kind: 'home-panel', label: both('Totals', '合计'), ...ofTask },
    broken: { kind: 'home-panel', label: 'Broken', ...ofTask },
    detail: { kind: 'tab', label: 'Detail', ...ofTask },
    report: { kind: 'page', label: 'Report', icon: 'flag', ...ofTask },
    close: {
      kind: 'action',
      label: both('Set a note', '写备注'),
      ...ofTask,
      confirm: 'For these tasks?',
      form,
    },
    poke: { kind: 'action', label: 'Poke', ...ofTask, on: ['many'] },
    score: { kind: 'cell', kinds: ['integer'], look: { show: 'progress', max: 100 } },
    state: { kind: 'cell', kinds: ['text'], look: { show: 'badge', colors: { open: 'green' } } },
    dial: { kind: 'control', kinds: ['integer'], look: { input: 'range', min: 0, max: 100, step: 5 } },
    known: { kind: 'control', kinds: ['text'], look: { input: 'suggestions', values: ['open', 'shut'] } },
  },
};
const CODE = `
import { defineIsolatedPlugin, refuse } from 'quire-cms';
export default defineIsolatedPlugin({
  parts: {
    async totals({ records }) {
      const tasks = await records.list('task', { sort: 'id' });
      return [
        { kind: 'number', label: { en: 'All tasks', zh: '全部任务' }, value: 1234567 },
        { kind: 'text', text: '<b>Not bold</b>' },
        { kind: 'badge', text: 'Fresh', color: 'green' },
        { kind: 'progress', label: 'Done', value: 3, max: 4 },
        { kind: 'list', label: 'Names', items: tasks.map(({ title }) => title) },
        { kind: 'table', label: 'By state', columns: ['Task', 'Note'], rows: tasks.map(({ id, title, note }) => [
          { kind: 'link', label: title, to: { collection: 'task', id } }, note]) },
        { kind: 'link', label: 'To the report', to: { page: 'report' } },
      ];
    },
    broken() { throw new Error('on purpose'); },
    detail: async ({ records, id }) => [{ kind: 'text', text: 'About ' + (await records.find('task', id)).title }, { kind: 'button', action: 'close' }],
    report: () => [{ kind: 'text', text: 'All is well' }],
  },
  actions: {
    async close({ ids, values, records }) {
      if (values.note === 'no') refuse('is not wanted', 'note');
      for (const id of ids) await records.update('task', id, { note: values.note + ' ' + values.level + ' ' + values.loud });
      return { message: { en: 'Noted for ' + ids.length, zh: '已写 ' + ids.length } };
    },
    poke: ({ ids }) => ({ message: 'Poked ' + ids.length }),
  },
});`;

const access = 'access: { read: login, create: login, update: superAdministrator, delete: login }';
const contentDir = isolatedProject(
  { desk: { needs: DESK, files: { 'index.ts': CODE } } },
  {
    'content/task.ts': `export default defineCollection({ name: 'task', label: 'Tasks', path: '/v1/task', audit: 'full', fields: {
      title: text({ max: 40 }), note: text({ max: 60, default: '' }),
      score: integer({ default: 40, cell: 'desk:score', control: 'desk:dial' }),
      state: text({ max: 9, default: 'open', cell: 'desk:state', control: 'desk:known' }) }, ${access} });`,
  },
);
const site = whyNoBrowser ? undefined : await consoleSite({ contentDir, logLevel: 'silent' });

describe('described parts of an isolated plug-in', { skip: whyNoBrowser }, () => {
  const opened = () => {
    assert.ok(site);
    return site;
  };
  let [one, guest] = [0, ''];
  before(async () => {
    const { app } = opened();
    const edit = await app.root.done<{ id: number }>('POST /cms/admin/group', {
      name: 'robots',
      info: '',
      permission_ids: [],
    });
    const robot = await keysOf(app).serviceUser([edit.id]);
    await app.root.done('PUT /api/cms/plugin/desk/grant', { user_id: robot.id });
    one = await app.root.make('/v1/task', { title: 'First' });
    await app.root.make('/v1/task', { title: 'Second' });
    guest = (await app.granted()).username;
  });
  const pageAt = async (path: string, username = 'root', viewer: Viewer = {}) => {
    const shown = await opened().open(viewer);
    await shown.go(path);
    await signIn(shown.page, username);
    return shown;
  };

  it('a panel is drawn from known things, and one that fails is named beside it', async () => {
    const { page, context, faults } = await pageAt('/');
    const panel = page.locator('.panel', { hasText: 'Totals' });
    await panel.getByText('1,234,567').waitFor();
    await panel.getByText('<b>Not bold</b>').waitFor();
    await panel.getByRole('progressbar', { name: 'Done' }).waitFor();
    await panel.getByRole('table', { name: 'By state' }).getByRole('link', { name: 'Second' }).waitFor();
    await panel.locator('.chip.tone-green', { hasText: 'Fresh' }).waitFor();
    await page.getByText('The panel “desk:broken” of the plug-in “desk” has failed.').waitFor();
    assert.equal(await page.getByText('on purpose').count(), 0);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), []);
    await panel.getByRole('link', { name: 'To the report' }).click();
    await page.getByText('All is well').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
    await page.getByText('All is well').waitFor();
    assert.deepEqual(faults.foreign, []);
    await context.close();
  });

  it('a tab and its button, whose form is filled in by keyboard', async () => {
    const { page, context } = await pageAt(`/collections/task/${one}`);
    await page.getByRole('link', { name: 'Detail' }).click();
    await page.getByText('About First').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.locator('.described').getByRole('button', { name: 'Set a note' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('For these tasks?').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    const go = dialog.getByRole('button', { name: 'Set a note' });
    assert.equal(await go.isDisabled(), true);
    await dialog.getByLabel('Note').fill('no');
    await page.keyboard.press('Enter');
    await dialog.getByText(/is not wanted/).waitFor();
    await dialog.getByLabel('Note').fill('seen');
    await dialog.getByLabel('Level').selectOption('high');
    await dialog.getByLabel('Loud').check();
    await go.click();
    // The service user may not change tasks, so neither may the plug-in, for any user.
    await dialog.getByText(/did not answer as it should/).waitFor();
    await context.close();
  });

  it('actions on selected records, cells, and controls', async () => {
    const { page, context } = await pageAt('/collections/task');
    await page.locator('.grid-cell progress').first().waitFor();
    await page.locator('.grid-cell .chip.tone-green', { hasText: 'open' }).first().waitFor();
    for (const box of await page.locator('.grid-pick input').all()) await box.click();
    await page.locator('.selection').getByRole('button', { name: 'Poke' }).click();
    await page.locator('.toast-text', { hasText: 'Poked 2' }).waitFor();
    await page.getByRole('link', { name: 'First' }).first().click();
    const range = page.locator('[data-field=score] input[type=range]');
    await range.focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-field=score] output', { hasText: '45' }).waitFor();
    await page.locator('[data-field=state] input[list]').fill('shut');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').first().waitFor();
    const { score, state } = (await opened().app.root.get(`/v1/task/${one}`)).body;
    assert.deepEqual([score, state], [45, 'shut']);
    await context.close();
  });

  it('are for those who may, in their language, also on a narrow screen', async () => {
    const { page, context } = await pageAt('/', guest, { language: 'zh', width: 400 });
    const panel = page.locator('.panel', { hasText: '合计' });
    await panel.getByText('全部任务').waitFor();
    assert.deepEqual(await page.evaluate(sidewaysOverflow, 'ltr'), []);
    await panel.getByRole('table').getByRole('link', { name: 'First' }).click();
    await page.getByRole('link', { name: 'Detail' }).click();
    await page.getByText('About First').waitFor();
    assert.equal(await page.getByRole('button', { name: '写备注' }).count(), 0);
    await context.close();
  });
});
