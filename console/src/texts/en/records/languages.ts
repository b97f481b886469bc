const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

export const languages = {
  shown: 'Form language',
  beside: 'Second language',
  nothingBeside: 'None',
  missing: 'Missing',
  missingCount: (count: number) => `${fields(count)} missing`,
  missingIn: (languages: string) => `Texts are missing in: ${languages}`,
  complete: 'No text is missing in any language',
  changedCount: (count: number) => `${fields(count)} changed`,
  instead: (language: string) => `readers see it in ${language}`,
  nothingInstead: 'readers see nothing',
  ofList: 'List language',
  showIn: 'Show texts in',
  fallbackNote: 'A missing translation is shown in another language, which is marked.',
  onlyWithout: 'Only records without a translation in',
  without: (languages: readonly string[]) => `without ${languages.join(' or ')}`,
  changesIn: 'Changes in',
  all: 'All languages',
  noMatter: 'Nothing changed in this language.',
};
