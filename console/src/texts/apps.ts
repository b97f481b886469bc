import { loadTexts } from './index.ts';

/** The texts about apps that act for the user. */
export const t = await loadTexts<typeof import('./en/apps.ts')>({
  en: () => import('./en/apps.ts'),
  zh: () => import('./zh/apps.ts'),
});
