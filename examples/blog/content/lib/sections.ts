/** Headings of the menu that several collections share. */
export const writing = { zh: '内容', en: 'Journal' };
export const outdoors = { zh: '户外', en: 'Outdoors' };
export const sorting = { zh: '分类与标签', en: 'Sorting' };
