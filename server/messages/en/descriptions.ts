import type { InOtherWords } from '../languages.ts';
import type { descriptions as source } from '../zh/descriptions.ts';

export const descriptions: InOtherWords<typeof source> = {
  removedHtmlAbout: 'What was removed from the HTML of the record: names of tags and attributes, by field',
  positionAbout:
    'Place in the order by hand, filled in by the server: texts in this order are records in their order',
};
