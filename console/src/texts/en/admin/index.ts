export { access } from './access.ts';
export { admin } from './admin.ts';
export { keys } from './keys.ts';
export { newcomers } from './newcomers.ts';
export { person, terms } from './person.ts';
