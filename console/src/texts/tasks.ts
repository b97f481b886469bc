import { loadTexts } from './index.ts';

/** The texts of what goes on for a while: imports, bulk changes, files, and those of every page. */
export const t = await loadTexts<typeof import('./en/tasks/index.ts')>({
  en: () => import('./en/tasks/index.ts'),
  zh: () => import('./zh/tasks/index.ts'),
});
