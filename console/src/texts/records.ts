import { loadTexts } from './index.ts';

/** The texts of the overview, history, trash, other people's edits and rich text, and of every page. */
export const t = await loadTexts<typeof import('./en/records/index.ts')>({
  en: () => import('./en/records/index.ts'),
  zh: () => import('./zh/records/index.ts'),
});
