import { loadTexts } from './index.ts';

/** The texts of comments, discussions and notifications, and of every page. */
export const t = await loadTexts<typeof import('./en/talk/index.ts')>({
  en: () => import('./en/talk/index.ts'),
  zh: () => import('./zh/talk/index.ts'),
});
