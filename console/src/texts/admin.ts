import { bring } from './index.ts';

/** The texts of the administration, and those of every page. */
export const t = await bring<typeof import('./en/admin/index.ts')>({
  en: () => import('./en/admin/index.ts'),
  zh: () => import('./zh/admin/index.ts'),
});
