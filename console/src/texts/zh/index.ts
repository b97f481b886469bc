/** What the frame, lists and forms show, besides the texts of the sign-in page. */
export { fields } from './fields.ts';
export { filter } from './filter.ts';
export { form } from './form.ts';
export { list } from './list.ts';
export { pages } from './pages.ts';
export { palette } from './palette.ts';
export { toasts } from './toasts.ts';
export { unsaved } from './unsaved.ts';
