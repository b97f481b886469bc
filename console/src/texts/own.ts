import { loadTexts } from './index.ts';

/** The texts of the user's own account and of every page. */
export const t = await loadTexts<typeof import('./en/own/index.ts')>({
  en: () => import('./en/own/index.ts'),
  zh: () => import('./zh/own/index.ts'),
});
