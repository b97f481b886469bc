import { loadTexts } from './index.ts';

/** The texts of the help about pages, and of every page. */
export const t = await loadTexts<typeof import('./en/help.ts')>({
  en: () => import('./en/help.ts'),
  zh: () => import('./zh/help.ts'),
});
