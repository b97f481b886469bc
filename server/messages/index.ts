// What messages are made of; their texts are in the folders of the languages.

export { LANGUAGES, type Language } from './languages.ts';
export { message, render, type Text } from './message.ts';
