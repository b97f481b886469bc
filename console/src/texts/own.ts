import { loadTexts } from './index.ts';

/** The texts of one's own account, and those of every page. */
export const t = await loadTexts<typeof import('./en/own/index.ts')>({
  en: () => import('./en/own/index.ts'),
  zh: () => import('./zh/own/index.ts'),
});
