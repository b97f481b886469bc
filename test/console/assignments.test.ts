import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessibilityFaults } from '../support/browser/axe.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'test/content/secrets' });
const DAY = 86_400_000;

interface Open {
  readonly items: readonly { readonly id: number; readonly note: string; readonly due_time: number | null }[];
}

describe('assignments', { skip: whyNoBrowser }, () => {
  it('are made beside the form, with a due time and a note, moved, and taken back', async () => {
    assert.ok(site);
    const { app, open } = site;
    const colleague = await app.granted('plan.read');
    await colleague.done('PUT /cms/user', { nickname: 'Mei' });
    const plan = await app.root.make('/v1/plan', { title: 'Harbour' });
    const assigned = async () => (await colleague.read<Open>('/cms/assignment/to-me')).items;
    const { page, go } = await open();
    await go('/');
    await signIn(page, 'root');
    await go(`/collections/plan/${plan}`);
    const part = page.locator('.assignments');
    await part.getByRole('button', { name: 'Assign' }).click();
    await part.getByRole('combobox').fill('me');
    await page.getByRole('option', { name: 'Mei' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole('option', { name: 'Mei' }).click();
    await part.getByRole('button', { name: 'Choose in a calendar' }).click();
    await page.getByRole('button', { name: 'In an hour' }).click();
    await part.locator('textarea').fill('Check the dates');
    await part.getByRole('button', { name: 'Assign', exact: true }).click();
    const line = part.locator('.assignment');
    await line.filter({ hasText: 'Mei' }).filter({ hasText: 'Check the dates' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    const [made] = await assigned();
    assert.equal(made?.note, 'Check the dates');
    assert.ok(made?.due_time && made.due_time > Date.now() && made.due_time < Date.now() + 2 * DAY);

    await line.getByRole('button', { name: 'Change the due time of Mei' }).click();
    await line.getByRole('button', { name: 'Choose in a calendar' }).click();
    await page.getByRole('button', { name: 'Next Monday' }).click();
    await line.getByRole('button', { name: 'Save' }).click();
    await line.locator('form').waitFor({ state: 'detached' });
    const [moved] = await assigned();
    assert.notEqual(moved?.due_time, made.due_time);
    await line.getByRole('button', { name: 'Take back from Mei' }).click();
    await line.waitFor({ state: 'detached' });
    assert.deepEqual(await assigned(), []);
  });

  it('stand on the home of the assignee, ring the bell, and are done on the record', async () => {
    assert.ok(site);
    const { app, open } = site;
    const colleague = await app.granted('plan.read');
    const ids: number[] = [];
    for (const [title, due_time] of [
      ['In a while', Date.now() + 3 * DAY],
      ['Too late', Date.now() + DAY],
    ] as const) {
      const plan = await app.root.make('/v1/plan', { title });
      const asked = { collection: 'plan', record_id: plan, user_id: colleague.id, due_time };
      ids.push(await app.root.make('/cms/assignment', asked));
    }
    await app.behind('update quire_assignment set due_time = ? where id = ?', Date.now() - DAY, ids[1]);
    const { page, go } = await open();
    await go('/');
    await signIn(page, colleague.username);
    const lines = page.locator('.assigned .waiting-line');
    await lines.filter({ hasText: 'In a while' }).waitFor();
    assert.deepEqual(
      (await lines.allTextContents()).map((text) => /Too late|In a while/.exec(text)?.[0]),
      ['Too late', 'In a while'],
    );
    await lines.first().locator('.waiting-late').filter({ hasText: 'overdue' }).waitFor();
    await page.locator('.bell').click();
    await page.locator('.bell-list li').filter({ hasText: 'is overdue' }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await accessibilityFaults(page), []);
    await lines.first().locator('a').click();
    const part = page.locator('.assignments');
    await part.getByRole('button', { name: 'Done:' }).click();
    await part.waitFor({ state: 'detached' });
    await go('/');
    await lines.filter({ hasText: 'In a while' }).waitFor();
    assert.equal(await lines.count(), 1);
  });
});
