import { loadTexts } from './index.ts';

/** The texts of long tasks (imports, bulk changes, files) and of every page. */
export const t = await loadTexts<typeof import('./en/tasks/index.ts')>({
  en: () => import('./en/tasks/index.ts'),
  zh: () => import('./zh/tasks/index.ts'),
});
