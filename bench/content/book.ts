export { default } from '../../content/book.ts';
