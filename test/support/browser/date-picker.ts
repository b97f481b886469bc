import type { Locator } from 'playwright-core';

const NOON = 12;

/** Types a time, such as `2099-01-01T10:00`, into the first picker of a part of an English page. */
export async function typeMoment(part: Locator, text: string): Promise<void> {
  const [year = '', month = '', day = '', hour = '', minute = ''] = text.split(/[-T:]/);
  const segments = part.locator('.segments-of-date').first();
  const half = Number(hour) < NOON ? 'a' : 'p';
  const shown = String(Number(hour) % NOON || NOON).padStart(2, '0');
  for (const [name, keys] of Object.entries({ month, day, year, hour: shown, minute, dayPeriod: half })) {
    const segment = segments.locator(`[data-reka-date-field-segment="${name}"]`);
    await segment.focus();
    await segment.pressSequentially(keys);
  }
}
