// The forms of archives.

export { definitionsOf } from './check-forms.ts';
export { definitionText } from './definition-text.ts';
export type { CollectionForm } from './forms.ts';
