import { loadTexts } from './index.ts';

/** The texts of the overview, history, trash, other people's edits and rich text, and of every page. */
export const t = await loadTexts<typeof import('./en/rows/index.ts')>({
  en: () => import('./en/rows/index.ts'),
  zh: () => import('./zh/rows/index.ts'),
});
