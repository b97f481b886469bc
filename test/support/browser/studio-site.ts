import { uploadImage } from '../records/uploads.ts';
import { consoleSite } from './browser.ts';

const DAY_MS = 86_400_000;
/** A Wednesday in the middle of a month. */
export const SHOWN_AT = Date.UTC(2026, 4, 13, 10);

/** A site whose pieces fill what lists can show in other ways than as text, and letters with drafts. */
export async function studioSite(changes: Parameters<typeof consoleSite>[0] = {}) {
  const opened = await consoleSite({ contentDir: 'test/content/studio', ...changes });
  const { root } = opened.app;
  const picture = await uploadImage(opened.app);
  await root.make('/v1/piece', {
    ...{ title: 'Heron', picture: picture.id, stage: 'begun', finished: 40, liked: 4, bytes: 1_500_000 },
    ...{ shade: '#0a7d4f', page: 'https://studio.example/heron', maker: 'wu@studio.example' },
    ...{ shown_at: SHOWN_AT, due: '2026-05-20', place: { lat: 31.23, lon: 121.47 } },
  });
  await root.make('/v1/piece', {
    ...{ title: 'Odd', stage: 'planned', finished: 0, shade: 'no colour at all', due: '2026-05-20' },
    ...{ shown_at: SHOWN_AT + DAY_MS, place: { lat: 30.27, lon: 120.15 } },
  });
  await root.make('/v1/piece', {
    title: 'Sold',
    stage: 'sold',
    finished: 100,
    liked: 5,
    place: { lat: 32.06, lon: 118.8 },
  });
  await root.make('/v1/person', { name: 'Wu' });
  for (const title of ['First', 'Second', 'Third']) await root.make('/v1/letter', { title });
  await root.done('POST /v1/letter/1/publish');
  return opened;
}
