export { assignments } from './assignments.ts';
export { comments } from './comments.ts';
export { discussion } from './discussion.ts';
export { notifications } from './notifications.ts';
