import { settings } from './settings.ts';

/** Headers of every page. Pages of previews alone may stand in a frame: that of the console. */
export function pageHeaders(path: string, scripts = "'self'"): Record<string, string> {
  const isPreview = /^\/[^/]+\/preview\//.test(path);
  const { quireUrl } = settings;
  const policy = {
    'default-src': "'self'",
    'script-src': scripts,
    'img-src': `'self' ${quireUrl}`,
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': `'self' ${quireUrl}`,
    'frame-ancestors': isPreview ? quireUrl : "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': isPreview ? 'no-referrer' : 'strict-origin-when-cross-origin',
    ...(isPreview && { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
  };
}
