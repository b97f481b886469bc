import { loadTexts } from './index.ts';

/** The texts of the overview and of what a row went through: history, trash, other people's edits, rich text, and those of every page. */
export const t = await loadTexts<typeof import('./en/rows/index.ts')>({
  en: () => import('./en/rows/index.ts'),
  zh: () => import('./zh/rows/index.ts'),
});
