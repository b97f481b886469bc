// How fields are shown and edited.

export { controlOf } from './controls.ts';
export { default as DifferenceList } from './difference/DifferenceList.vue';
export { default as DifferenceText } from './difference/DifferenceText.vue';
export { provideFields } from './field-context.ts';
export { focusControl } from './focus-control.ts';
export { innerPart } from './nested/inner-part.ts';
export { default as OpenBeside } from './references/OpenBeside.vue';
export { default as RecordLink } from './references/RecordLink.vue';
export { titleText } from './value-text.ts';
