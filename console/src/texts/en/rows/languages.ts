const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

export const languages = {
  shown: 'Language of the form',
  beside: 'Beside it',
  nothingBeside: 'Nothing',
  missing: 'Missing',
  missingCount: (count: number) => `${fields(count)} missing`,
  changedCount: (count: number) => `${fields(count)} changed`,
  instead: (language: string) => `readers get it in ${language}`,
  nothingInstead: 'readers get nothing',
  ofList: 'Language of the list',
  showIn: 'Show texts in',
  fallbackNote: 'A missing text is shown in another language and marked with it.',
  onlyWithout: 'Only rows that lack a text in',
  without: (languages: readonly string[]) => `without ${languages.join(' or ')}`,
  changesIn: 'Changes in',
  all: 'All languages',
  noMatter: 'Nothing changed in this language.',
};
