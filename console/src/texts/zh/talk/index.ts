export { comments } from './comments.ts';
export { notifications } from './notifications.ts';
