import { loadTexts } from './index.ts';

/** The texts of the date picker, and of every page. */
export const t = await loadTexts<typeof import('./en/dates.ts')>({
  en: () => import('./en/dates.ts'),
  zh: () => import('./zh/dates.ts'),
});
