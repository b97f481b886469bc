/** Headings of the menu that several collections share. */
export const sorting = { zh: '分类与标签', en: 'Sorting' };
