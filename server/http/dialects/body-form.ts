import { type Subject, servesContent } from '../subject.ts';

/** The forms that the specification gives the bodies of failures and writes: one for content, one for all else. */
export type BodyForm = 'cms' | 'content';

export function bodyFormOf(route: { readonly path: string; readonly about?: Subject }): BodyForm {
  return servesContent(route) ? 'content' : 'cms';
}

/** The form for a path without a route: content is served under a version, such as `/v1`. */
export function bodyFormAt(path: string): BodyForm {
  return /^\/v\d+(\/|$)/.test(path) ? 'content' : 'cms';
}
