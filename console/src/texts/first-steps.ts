import { loadTexts } from './index.ts';

/** The texts of the first steps on an empty server, and of every page. */
export const t = await loadTexts<typeof import('./en/first-steps.ts')>({
  en: () => import('./en/first-steps.ts'),
  zh: () => import('./zh/first-steps.ts'),
});
