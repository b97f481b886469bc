export { conflict } from './conflict.ts';
export { drafts } from './drafts.ts';
export { history } from './history.ts';
export { home } from './home.ts';
export { json } from './json.ts';
export { point } from './point.ts';
export { richText } from './rich-text.ts';
export { trash } from './trash.ts';
