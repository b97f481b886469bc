export { comments } from './comments.ts';
