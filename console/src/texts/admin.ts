import { loadTexts } from './index.ts';

/** The texts of the administration and of every page. */
export const t = await loadTexts<typeof import('./en/admin/index.ts')>({
  en: () => import('./en/admin/index.ts'),
  zh: () => import('./zh/admin/index.ts'),
});
